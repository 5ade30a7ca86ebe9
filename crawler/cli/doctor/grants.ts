import { session, strangers } from "../../../db/doctor/server.ts";
import { compareRoles } from "../../../db/roles/apply.ts";
import { COMPONENTS } from "../../../db/roles/grants.ts";
import type { Doctor } from "./context.ts";

/** Decision 85: each component may do what its work needs, and nobody is a superuser. */
export async function checkGrants({ db, findings }: Doctor): Promise<void> {
  const { user, superuser } = await session(db);
  if (superuser) findings.add("superuser", { examples: [user] });
  const { absent, missing, excess } = await compareRoles(db);
  if (absent.length === COMPONENTS.length) {
    findings.note("no component has a role of its own, all are the owner (weboid migrate --roles)");
    return;
  }
  findings.add("roles-absent", { examples: absent });
  findings.add("grants-missing", { examples: missing });
  findings.add("grants-excess", { examples: excess });
  const others = await strangers(db);
  findings.add("role-other", {
    examples: others.map(
      ({ component, user: as, processes }) => `weboid ${component} as ${as} (${processes} connections)`,
    ),
  });
}
