import { describe, expect, it } from 'vitest';
import { readPlantuml } from '../../../src/model/dialects/read/plantuml/plantuml.js';
import type { Include } from '../../../src/model/dialects/readers.js';
import { madeOf, NOTHING } from './made.js';

const made = (text: string, include = NOTHING) => madeOf(readPlantuml, [{ path: 'in.puml', text }], include);
const uml = (text: string): string => `@startuml\n${text}\n@enduml\n`;

/** Files that can be included. */
const beside =
  (files: Readonly<Record<string, string>>): Include =>
  (path) =>
    Object.hasOwn(files, path) ? [{ path, text: files[path] ?? '' }] : undefined;

describe('C4 in PlantUML', () => {
  it('creates elements and connections from macros, with named or positional arguments, and ignores styles', () => {
    const { objects, connections, fields, connection, diagrams, findings } = made(`@startuml ferry
' a comment
/' of several
   lines '/
!include https://raw.githubusercontent.com/plantuml-stdlib/C4-PlantUML/v2.13.0/C4_Container.puml
!include <C4/C4_Component>
!define ICONS https://example.org/icon-font-sprites/devicons
!include ICONS/java.puml
!$team = "Sales"
!define TECH Java
AddElementTag("hot", $bgColor=$ELEMENT_BG_COLOR, $shape=EightSidedShape())
LAYOUT_WITH_LEGEND()
title Container diagram for Ferries
Person(p, Skipper, "Sails **far**\\nand <U+0022>fast<U+0022>")
Container_Boundary(c, "Booking of $team") {
  AddProperty("Location", "London, Dover")
  Container(web, "Web", TECH, "Shows", $tags="hot+new", $sprite="java", $link="https://x.example/")
  ContainerDb(db, "Orders", $descr="Keeps", $techn="PostgreSQL/SQL")
  ContainerQueue(q, "Queue")
  Boundary(inner, "Inner") {
    Container_Ext(job, "Job")
  }
}
SystemDb_Ext(old, "Mainframe", $type="legacy")
Deployment_Node_L(n, "Node", "Linux", "Runs") {
  SystemQueue(bus, "Bus")
}
Rel_Back_Neighbor(db, web, "Reads", "JDBC", "Each night", $tags="async")
BiRel_D(web, old, "Talks")
RelIndex(Index()-1, p, web, "Opens", "HTTPS")
Rel($from=q, $to=job, $label="Feeds")
Lay_R(web, db)
SHOW_LEGEND()
@enduml`);
    expect(objects).toEqual([
      'actor skipper',
      'system booking-of-sales',
      'app booking-of-sales/web',
      'store booking-of-sales/orders',
      'store booking-of-sales/queue',
      'group inner',
      'app! booking-of-sales/job in inner',
      'system! mainframe',
      'group node',
      'system node/bus',
    ]);
    expect(fields('skipper')?.caption).toBe('Sails far and "fast"');
    expect(fields('web')).toMatchObject({
      technologies: ['java'],
      tags: ['hot', 'new'],
      labels: { Location: 'London, Dover' },
    });
    expect(fields('orders')?.technologies).toEqual(['postgresql', 'sql']);
    expect(connections).toEqual([
      'web -Reads-> orders',
      'web -Talks<-> mainframe',
      'skipper -Opens-> web',
      'queue -Feeds-> job',
    ]);
    expect(connection('Reads')).toMatchObject({ technologies: ['jdbc'], description: 'Each night' });
    expect(diagrams).toMatchObject([{ type: 'app-diagram', of: 'booking-of-sales', lines: 4 }]);
    expect(findings).toEqual([]);
  });

  it('keeps types, and what tags state of technologies and types; a shape makes a store', () => {
    const { fields, connection, findings } = made(
      uml(`AddPersonTag("keeper", $type="keeper of the light")
AddContainerTag("sql", $techn="PostgreSQL")
AddBoundaryTag("sql", $techn="Java", $type="yard")
AddRelTag("radio", $techn="HTTPS", $lineStyle=DashedLine())
Person(anna, "Anna", $tags="keeper")
Person(ben, "Ben", $tags="keeper", $type="pilot")
System_Boundary(port, "Port") {
  Container(tides, "Tides", $tags="sql")
  Container(logs, "Logs", "Redis", $tags="sql", $baseShape="database")
  ContainerDb(chart, "Chart", $tags="other")
}
Boundary(yard, "Yard", "boundary") {
  System(crane, "Crane", $type="machine", $baseShape="database")
}
Rel(anna, tides, "Reads", $tags="radio")
Rel(ben, tides, "Reads too", "gRPC", $tags="radio")`),
    );
    expect(fields('anna')).toMatchObject({ labels: { type: 'keeper of the light' } });
    expect(fields('ben')).toMatchObject({ labels: { type: 'pilot' } });
    expect(fields('tides')).toMatchObject({ type: 'app', technologies: ['postgresql'] });
    expect(fields('logs')).toMatchObject({ type: 'store', technologies: ['redis'] });
    expect(fields('chart')).not.toHaveProperty('technologies');
    expect(fields('crane')).toMatchObject({ type: 'system', labels: { type: 'machine' } });
    expect(fields('yard')).not.toHaveProperty('labels');
    expect(connection('Reads')).toMatchObject({ technologies: ['https'] });
    expect(connection('Reads too')).toMatchObject({ technologies: ['grpc'] });
    expect(findings.filter((it) => it.includes('lost'))).toEqual([]);
  });

  it('evaluates whether a variable exists, stores values with and without a dollar sign, and reports a property without a value', () => {
    const { objects, findings } = made(
      uml(`!LIGHT = "Beacon"
!if %variable_exists("NIGHT")
  System(dark, "Dark")
!else
  System(light, "LIGHT")
!endif
!if %not(%variable_exists("LIGHT"))
  System(none, "None")
!endif
!if %variable_exists("LIGHT")
  AddProperty("Lamp", "LED")
  AddProperty("Blinks")
  System(lamp, "Lamp")
!endif`),
    );
    expect(objects).toEqual(['system beacon', 'system lamp']);
    expect(findings).toEqual([expect.stringContaining('The property "Blinks" has no value: it is skipped.')]);
  });

  it('matches elements of several files by name, and treats included text as part of the file', () => {
    const text = `${uml('!include more.iuml\n!include more.iuml\nRel(a, b, "Asks")')}${uml('System(z, "A")\nSystem(b, "C")\nRel(z, b, "Calls")')}@startmindmap\n* x\n@endmindmap\n`;
    const { objects, connections, findings } = madeOf(
      readPlantuml,
      [
        { path: 'in.puml', text },
        { path: 'more.iuml', text: 'System(a, "A")\nSystem(b, "B")' },
        { path: 'page.md', text: `# Page\n\`\`\`plantuml\n${uml('System(q, "A")')}\`\`\`\n` },
      ],
      beside({ 'more.iuml': 'System(a, "A")\nSystem(b, "B")' }),
    );
    expect(objects).toEqual(['system a', 'system b', 'system c']);
    expect(connections).toEqual(['a -Asks-> b', 'a -Calls-> c']);
    expect(findings).toEqual([expect.stringContaining('@startmindmap')]);
  });

  it('reads the macros of a sequence, and text of any depth', () => {
    const { objects, connections, findings } = made(
      uml(
        '!include <C4/C4_Sequence>\nContainer_Boundary(b, "API")\nComponent(a, "Part")\nBoundary_End()\nPerson(p, "P")\nalt good\nRel(p, a, "Asks")\nend',
      ),
    );
    expect(objects).toEqual(['actor p', 'system in', 'app in/api', 'component api/part']);
    expect(connections).toEqual(['p -Asks-> part']);
    expect(findings.filter((it) => it.startsWith('lost'))).toEqual([]);
    const deep = Array.from({ length: 5_000 }, (_, at) => `Boundary(b${at}, "B${at}") {`).join('\n');
    const read = readPlantuml(
      [{ path: 'in.puml', text: uml(`${deep}\nSystem(s, "S")\n${'}\n'.repeat(5_000)}`) }],
      NOTHING,
    );
    expect([read.nodes.length, read.findings.length]).toEqual([5_001, 0]);
  });

  it('reports each ignored statement with its line', () => {
    const { objects, findings } = made(
      uml(
        '!include <xyzlib/XYZCommon>\n!include https://x.example/y.puml\n!procedure $x($a)\nSystem($a, "No")\n!endprocedure\n!if %x()\nSystem(a, "A")\n!else\nSystem(b, "B")\n!endif\n!ifdef NOPE\nSystem(c, "C")\n!endif\nMagic(a)\nwhatever this is\nRel(a, gone, "x")',
      ),
    );
    expect(objects).toEqual(['system a']);
    expect(findings.map((it) => it.split(' ', 2).join(' '))).toEqual([
      'lost 10',
      'lost 38',
      'lost 72',
      'lost 121',
      'lost 207',
      'lost 216',
      'lost 233',
    ]);
  });

  it.each([
    [uml('Person(a, "A"'), 10, 'expected )'],
    [uml('Person()'), 10, 'expected Person(alias'],
    [uml('Rel(a, )'), 10, 'expected Rel(from, to'],
    [uml('}'), 10, 'Unexpected }'],
    [uml('Boundary(a, "A") {\nSystem(b, "B")'), 10, 'expected }'],
    ['@startuml\nSystem(a, "A")', 0, 'expected @enduml'],
    ['key: value', 0, 'expected @startuml'],
    [uml('!include self.puml'), 0, 'includes itself'],
  ])('locates the error in %j, with the expectation', (text, at, words) => {
    const files = beside({ 'self.puml': '!include self.puml' });
    const { findings } = readPlantuml([{ path: 'in.puml', text }], files);
    const found = findings.filter(({ severity }) => severity !== 'note');
    expect(found.map(({ place }) => place?.from)).toContain(at);
    expect(found.map(({ message }) => message).join()).toContain(words);
  });
});

describe('component diagrams of PlantUML', () => {
  it('uses stereotypes as types, and titles as missing boundaries', () => {
    const { objects, connection } = made(
      uml(`title Shop - Containers
component "Shop" <<Software System>> as 1
component "Mail" <<External System>> as 2
rectangle "Buyer" <<Person>> as 3
component "Web" <<Container>> as 4
database "Orders" <<Container>> as 5
component "Part" <<component>> as 6
1 ..> 2 : Sends by <<SMTP>>
3 ..> 1 : <<buys>>`) +
        uml(`title Shop - Web - Components
component "Cart" <<lib>> as 1`),
    );
    expect(objects).toEqual([
      'system shop',
      'app shop/web',
      'store shop/orders',
      'app shop/part',
      'app shop/cart',
      'system! mail',
      'actor buyer',
    ]);
    expect(connection('Sends by')).toMatchObject({ target: 'mail', technologies: ['smtp'] });
  });

  it('reads elements of each kind, groups, arrows of each style, and ignores notes', () => {
    const { objects, connections, findings } = made(
      uml(`title Shop
package "Front" as front {
  component [Web shop] as web
  frame Deep { [API] }
}
node Server #red {
  database "Orders" as db <<external>>
  queue Mail
}
component Core { [Part] }
storage Files
actor User as u
:Buyer: as b
() "Port" as port
component long [
  A long
  name
]
[Two
lines] as two
artifact "War" as war
usecase (Buy it) as buy
u -down-> web : shops
[Web shop] ..> [API] : asks\\nagain
web -[#red,dashed]-> db
web -[hidden]-> Files
db <-- port : "reads"
API <--> Mail
long "1" -- "n" two
war *-- Part : holds
u --> buy
u --> later
b --> "Two lines" : waits
note right of web : hello
note "text" as N1
web .. N1
note left
  several
end note
legend right
  x --> y
endlegend
skinparam component {
  Style uml2
}
left to right direction
together {
  component "Later" as later
}`),
    );
    expect(objects).toEqual([
      'group front',
      'group front/deep',
      'group server',
      'system core',
      'app core/part',
      'actor user',
      'actor buyer',
      'system shop',
      'app shop/web-shop in front',
      'app shop/api in deep',
      'store! shop/orders in server',
      'store shop/mail in server',
      'store shop/files',
      'app shop/port',
      'app shop/a-long-name',
      'app shop/two-lines',
      'app shop/war',
      'app shop/later',
    ]);
    expect(connections).toEqual([
      'user -shops-> web-shop',
      'web-shop -asks again-> api',
      'web-shop -Uses-> orders',
      'port -reads-> orders',
      'api -Uses<-> mail',
      'a-long-name -Uses- two-lines',
      'war -holds- part',
      'user -Uses-> later',
      'buyer -waits-> two-lines',
    ]);
    expect(findings.filter((it) => it.startsWith('lost'))).toEqual([expect.stringContaining('"Buy it"')]);
  });

  it.each(['class Foo {\n x\n}', 'start\n:x;\nstop'])('reports a diagram of another kind: %j', (text) => {
    const { objects, findings } = made(uml(text));
    expect(objects).toEqual([]);
    expect(findings).toEqual([expect.stringContaining('unsupported type of diagram')]);
  });
});
