import type { ExchangeRequest, Transport } from "../../net/transport.ts";
import { fakeTransport, type Says } from "./fake-transport.ts";

const domainOf = ({ host }: ExchangeRequest["parts"]) => host.split(".").slice(-2).join(".");

/** A web on which every request takes a moment, and that remembers how many were under way at a domain, and in all. */
export function slowWeb(say: (request: ExchangeRequest) => Says, ms = 2) {
  const web = fakeTransport(say);
  const underWay = new Map<string, number>();
  const most = new Map<string, number>();
  let all = 0;
  const count = (domain: string, by: number) => {
    const now = (underWay.get(domain) ?? 0) + by;
    underWay.set(domain, now);
    most.set(domain, Math.max(most.get(domain) ?? 0, now));
    all += by;
    most.set("*", Math.max(most.get("*") ?? 0, all));
  };
  const transport: Transport = {
    ...web,
    async exchange(request) {
      count(domainOf(request.parts), 1);
      await new Promise((resolve) => setTimeout(resolve, ms));
      count(domainOf(request.parts), -1);
      return web.exchange(request);
    },
  };
  return { transport, most, asked: web.asked };
}
