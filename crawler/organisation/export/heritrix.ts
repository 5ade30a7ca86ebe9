import { escapeXml } from "../../../shared/format/xml.ts";
import { textOf } from "../../../shared/organisation/ranges.ts";
import { parseIpv4 } from "../../../shared/url/addresses.ts";
import type { heritrixBlocks } from "./addresses.ts";
import type { Entry } from "./entry.ts";
import { surtLines } from "./surt.ts";

type Blocks = ReturnType<typeof heritrixBlocks>;

/** What a crawl of an organisation takes: its domains, and its addresses one by one or as blocks. */
export interface HeritrixScope {
  readonly entries: readonly Entry[];
  /** For `IpAddressSetDecideRule`, which knows no blocks (paper, 3.1). */
  readonly addresses: readonly string[];
  /** For a scripted rule, in place of many addresses. */
  readonly blocks: Blocks;
}

/**
 * Beans of Spring for Heritrix 3's `crawler-beans.cxml`: rules that accept an organisation's domains and addresses (O4). They are
 * references for the `rules` of its `scope`, of which the last that says something decides.
 */
export function heritrixBeans({ entries, addresses, blocks }: HeritrixScope): string {
  const known = addresses.filter((address) => parseIpv4(address) !== null);
  const byAddress = [
    ...(known.length > 0 ? [addressRule(known)] : []),
    ...(blocks.length > 0 ? [scriptedRule("organisationBlocks", blockScript(blocks))] : []),
  ];
  const rules = [
    ...(entries.length > 0 ? [surtRule(entries)] : []),
    ...byAddress,
    ...(byAddress.length > 0 ? [scriptedRule("organisationUnresolved", UNRESOLVED_SCRIPT)] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!--
  Import this file from crawler-beans.cxml: <import resource="organisation.cxml"/>
  and add to the rules of its scope, directly behind the rule that rejects everything:
${rules.map(({ id }) => `    <ref bean="${id}"/>`).join("\n")}${byAddress.length > 0 ? RECHECK : ""}
-->
<beans xmlns="http://www.springframework.org/schema/beans"
       xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
       xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans-3.0.xsd">
${rules.map(({ xml }) => xml).join("\n")}
</beans>
`;
}

const RECHECK = `
  Set recheckScope of the bean "preselector" to true: Heritrix looks at the scope before it asks DNS, and
  "organisationUnresolved" lets a URL pass until then. It is looked at again when the address of its host
  is known, before anything is asked of that host. Without recheckScope only hosts that are known already
  are accepted by address. The rules have no IPv6 addresses, as Heritrix looks up A records alone.`;

interface Bean {
  readonly id: string;
  readonly xml: string;
}

const surtRule = (entries: readonly Entry[]): Bean => ({
  id: "organisationDomains",
  xml: ` <bean id="organisationDomains" class="org.archive.modules.deciderules.surt.SurtPrefixedDecideRule">
  <property name="decision" value="ACCEPT"/>
  <property name="seedsAsSurtPrefixes" value="false"/>
  <property name="surtsSource">
   <bean class="org.archive.spring.ConfigString">
    <property name="value">
     <value>
${surtLines(entries).map(escapeXml).join("\n")}
     </value>
    </property>
   </bean>
  </property>
 </bean>`,
});

const addressRule = (addresses: readonly string[]): Bean => ({
  id: "organisationAddresses",
  xml: ` <bean id="organisationAddresses" class="org.archive.modules.deciderules.IpAddressSetDecideRule">
  <property name="decision" value="ACCEPT"/>
  <property name="ipAddresses">
   <set>
${addresses.map((address) => `    <value>${escapeXml(address)}</value>`).join("\n")}
   </set>
  </property>
 </bean>`,
});

/** In BeanShell, which Heritrix takes where no engine is named. */
const scriptedRule = (id: string, script: string): Bean => ({
  id,
  xml: ` <bean id="${id}" class="org.archive.modules.deciderules.ScriptedDecideRule">
  <property name="scriptSource">
   <bean class="org.archive.spring.ConfigString">
    <property name="value">
     <value>${escapeXml(script)}</value>
    </property>
   </bean>
  </property>
 </bean>`,
});

/** A host whose address nobody knows would be out of scope for good; with a second look, the rules for addresses speak of it in time. */
const UNRESOLVED_SCRIPT = `
import org.archive.modules.deciderules.DecideResult;

DecideResult decisionFor(object) {
  if (!object.getUURI().getScheme().startsWith("http")) return DecideResult.NONE;
  if (!appCtx.getBean("preselector").getRecheckScope()) return DecideResult.NONE;
  host = appCtx.getBean("serverCache").getHostFor(object.getUURI());
  if (host == null || host.getIP() != null || host.hasBeenLookedUp()) return DecideResult.NONE;
  return DecideResult.ACCEPT;
}
`;

/** Each block as the numbers of its first and its last address. */
const blockScript = (blocks: Blocks): string => `
import org.archive.modules.deciderules.DecideResult;

long[][] blocks = {
${blocks.map(([first, last]) => `  { ${first}L, ${last}L }, // ${textOf("ipv4", first)} - ${textOf("ipv4", last)}`).join("\n")}
};

DecideResult decisionFor(object) {
  host = appCtx.getBean("serverCache").getHostFor(object.getUURI());
  if (host == null || host.getIP() == null) return DecideResult.NONE;
  byte[] bytes = host.getIP().getAddress();
  if (bytes.length != 4) return DecideResult.NONE;
  long number = 0L;
  for (int at = 0; at < 4; at++) number = number * 256L + (bytes[at] & 255);
  for (int at = 0; at < blocks.length; at++)
    if (number >= blocks[at][0] && number <= blocks[at][1]) return DecideResult.ACCEPT;
  return DecideResult.NONE;
}
`;
