import type { Alarm } from "../status/alarm.ts";
import { readReport } from "../status/read.ts";
import type { CheckName } from "./checks.ts";
import type { Doctor } from "./context.ts";

/** Which finding an alarm of `weboid status` belongs to; absent: `alarms`. */
const OF_ALARM: Readonly<Partial<Record<Alarm["kind"], CheckName>>> = {
  "no-crawler": "role-missing",
  "no-feeder": "role-missing",
  "no-dispatcher": "role-missing",
  "no-origin": "role-missing",
  "no-maintainer": "role-missing",
  "no-archivist": "role-missing",
  "no-attacher": "role-missing",
  "clock-skew": "clock-skew",
  "urls-held": "urls-held",
  "dispatch-late": "changes-late",
  "dispatch-stuck": "changes-late",
  "changes-held": "changes-late",
  "feed-slow": "passes-late",
  "feed-late": "passes-late",
  "feed-still": "passes-late",
  "changes-late": "passes-late",
  "sweep-slow": "passes-late",
  "sweep-late": "passes-late",
  "new-urls-late": "passes-late",
  "rechecks-late": "passes-late",
  "asked-late": "passes-late",
};

/** That somebody does the work, by the signs of life of processes and the alarms of `weboid status`. */
export async function checkRoles({ db, clock, config, findings }: Doctor): Promise<void> {
  await findings.attempt("roles and alarms", async () => {
    const report = await readReport(db, clock.today(), config);
    for (const { kind, severity, text } of report.alarms)
      findings.add(OF_ALARM[kind] ?? "alarms", { severity, examples: [text] });
  });
}
