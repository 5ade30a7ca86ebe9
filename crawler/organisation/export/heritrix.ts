import { escapeXml } from "../../../shared/format/xml.ts";
import { intervalOf, textOf } from "../../../shared/organisation/ranges.ts";
import { javaAddress } from "./addresses.ts";
import type { Entry } from "./entry.ts";
import { surtLines } from "./surt.ts";

/** What a crawl of an organisation takes: its domains, and its addresses one by one or as blocks. */
export interface HeritrixScope {
  readonly entries: readonly Entry[];
  /** For `IpAddressSetDecideRule`, which knows no blocks (paper, 3.1). */
  readonly addresses: readonly string[];
  /** For a scripted rule, in place of many addresses. */
  readonly cidrs: readonly string[];
}

/**
 * Beans of Spring for Heritrix 3's `crawler-beans.cxml`: rules that accept an organisation's domains and addresses (O4). They are
 * references for the `rules` of its `scope`.
 */
export function heritrixBeans({ entries, addresses, cidrs }: HeritrixScope): string {
  const rules = [
    ...(entries.length > 0 ? [surtRule(entries)] : []),
    ...(addresses.length > 0 ? [addressRule(addresses)] : []),
    ...(cidrs.length > 0 ? [blockRule(cidrs)] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!--
  Import this file from crawler-beans.cxml: <import resource="organisation.cxml"/>
  and add to the rules of its scope, behind the rule that rejects everything:
${rules.map(({ id }) => `    <ref bean="${id}"/>`).join("\n")}
  Rules for addresses need them resolved first: set recheckScope of the bean "preselector" to true.
-->
<beans xmlns="http://www.springframework.org/schema/beans"
       xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
       xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans-3.0.xsd">
${rules.map(({ xml }) => xml).join("\n")}
</beans>
`;
}

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
${addresses.map((address) => `    <value>${escapeXml(javaAddress(address))}</value>`).join("\n")}
   </set>
  </property>
 </bean>`,
});

/** In BeanShell, which Heritrix takes where no engine is named: each block as its first and last address. */
const blockRule = (cidrs: readonly string[]): Bean => ({
  id: "organisationBlocks",
  xml: ` <bean id="organisationBlocks" class="org.archive.modules.deciderules.ScriptedDecideRule">
  <property name="scriptSource">
   <bean class="org.archive.spring.ConfigString">
    <property name="value">
     <value>${escapeXml(blockScript(cidrs))}</value>
    </property>
   </bean>
  </property>
 </bean>`,
});

function blockScript(cidrs: readonly string[]): string {
  const blocks = cidrs.flatMap((cidr) => {
    const block = intervalOf(cidr);
    return block === null ? [] : block.interval.map((end) => `"${textOf(block.kind, end)}"`).join(", ");
  });
  return `
import java.math.BigInteger;
import java.net.InetAddress;
import org.archive.modules.deciderules.DecideResult;

String[][] blocks = {
${blocks.map((block) => `  { ${block} }`).join(",\n")}
};

BigInteger numberOf(InetAddress address) { return new BigInteger(1, address.getAddress()); }

DecideResult decisionFor(object) {
  host = appCtx.getBean("serverCache").getHostFor(object.getUURI());
  if (host == null || host.getIP() == null) return DecideResult.NONE;
  InetAddress address = host.getIP();
  BigInteger number = numberOf(address);
  for (int at = 0; at < blocks.length; at++) {
    InetAddress first = InetAddress.getByName(blocks[at][0]);
    InetAddress last = InetAddress.getByName(blocks[at][1]);
    if (first.getAddress().length == address.getAddress().length
        && number.compareTo(numberOf(first)) >= 0 && number.compareTo(numberOf(last)) <= 0) return DecideResult.ACCEPT;
  }
  return DecideResult.NONE;
}
`;
}
