import * as z from "zod/mini";

/** What a schema describes, as data that nobody changes. */
export type Shape<S extends z.ZodMiniType> = Immutable<z.output<S>>;

type Immutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Member)[]
    ? readonly Immutable<Member>[]
    : { readonly [Key in keyof T]: Immutable<T[Key]> };

/** The description of a schema in JSON Schema and OpenAPI. */
export function described<S extends z.ZodMiniType>(description: string, schema: S): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

export const text = (description: string) => described(description, z.string());
export const flag = (description: string) => described(description, z.boolean());
export const whole = (max: number = Number.MAX_SAFE_INTEGER) => z.int().check(z.gte(0), z.lte(max));
export const count = (description: string) => described(description, whole());

/**
 * A list of which members that cannot be read are left out: edge and origin are renewed one after the other, and the newer
 * one may know more kinds. `max`: what is beyond is left out, too.
 */
export function listOf<S extends z.ZodMiniType>(member: S, max?: number) {
  const list = max === undefined ? z.array(member) : z.array(member).check(z.maxLength(max));
  const readable = (value: unknown): z.output<S>[] =>
    (Array.isArray(value) ? value : [])
      .flatMap((one: unknown) => {
        const read = z.safeParse(member, one);
        return read.success ? [read.data] : [];
      })
      .slice(0, max);
  // JSON Schema asks for the value without a context.
  return z.pipe(
    z.array(z.unknown()),
    z.catch(list, (context?: { readonly value: unknown }) => readable(context?.value)),
  );
}
