import { pluralize } from '../base/text/words.js';
import { escapeHtml } from '../documents/html.js';
import { type PageKind, type PageSubject, pageFile, pictureFile, urlOf } from './addresses.js';
import { factsHtml, htmlPage, listHtml, sectionHtml } from './html-page.js';
import { linkHtml } from './markdown-html.js';
import { type Relations, relationsOf } from './relations.js';
import type { SiteConnection, SiteData, SiteDecision, SiteDiagram, SiteFlow, SiteObject } from './types.js';

/**
 * Pages that can be read without JavaScript, by file path. With JavaScript, the start page becomes the browser page, and
 * the other pages open their subject in it.
 */
export function* staticPages(data: SiteData): Generator<[path: string, html: string]> {
  const pages = new Pages(data);
  yield ['index.html', pages.start()];
  for (const object of data.objects) yield [pageFile('objects', object.slug), pages.object(object)];
  for (const diagram of data.diagrams) yield [pageFile('diagrams', diagram.slug), pages.diagram(diagram)];
  for (const flow of data.flows) yield [pageFile('flows', flow.slug), pages.flow(flow)];
  for (const decision of data.decisions)
    yield [pageFile('decisions', decision.slug), pages.decision(decision)];
}

/** Scripts of the start page, relative to it. The page receives the data from the second one. */
const START_SCRIPTS = ['page.js', 'data.js'];

class Pages {
  readonly #data: SiteData;
  readonly #relations: Relations;

  constructor(data: SiteData) {
    this.#data = data;
    this.#relations = relationsOf(data);
  }

  start(): string {
    const { title, diagrams, flows, decisions, findings, activity = [] } = this.#data;
    const top = this.#relations.children(undefined);
    const body = [
      `<h1>${escapeHtml(title)}</h1>`,
      `<p>${this.#counts()}</p>`,
      this.#gallery(diagrams, ''),
      sectionHtml('Flows', this.#links('flows', flows, '')),
      sectionHtml('Elements', this.#tree(top, new Set())),
      sectionHtml('Decisions', this.#links('decisions', decisions, '')),
      sectionHtml(
        'Activity',
        listHtml(activity.map(({ name, change, by, at }) => escapeHtml(`${name} ${change} by ${by}, ${at}`))),
      ),
      sectionHtml(
        'Findings',
        listHtml(findings.map(({ severity, message }) => `${severity}: ${escapeHtml(message)}`)),
      ),
    ].join('');
    return htmlPage(
      { title, root: '', scripts: START_SCRIPTS },
      `<div id="page"><main class="text">${body}</main></div>`,
    );
  }

  object(object: SiteObject): string {
    const { outgoing, incoming, children, ancestors, opens, shownOn, flowsOf } = this.#relations;
    const { id, caption, domain, technologies = [], tags = [], teams = [], links = [] } = object;
    const domainName = this.#data.domains.find((it) => it.id === domain)?.name;
    const diagrams = [...opens(id), ...shownOn(id).filter((it) => it.of !== id && it.type !== 'level')];
    const facts = factsHtml([
      ['Type', escapeHtml(object.isExternal ? `${object.type}, external` : object.type)],
      [
        'Part of',
        ancestors(id)
          .map((it) => this.#link('objects', it))
          .join(' / '),
      ],
      ['Domain', domainName && escapeHtml(domainName)],
      ['Status', escapeHtml(object.status)],
      ['Technologies', escapeHtml(technologies.join(', '))],
      ['Tags', escapeHtml(tags.map(({ name }) => name).join(', '))],
      ['Teams', escapeHtml(teams.join(', '))],
      ['Links', links.map(({ name, url }) => linkHtml(escapeHtml(name), url)).join(', ')],
    ]);
    return this.#page('objects', object, object.name, [
      caption === undefined ? '' : `<p class="caption">${escapeHtml(caption)}</p>`,
      facts,
      object.html ?? '',
      sectionHtml('Contains', this.#links('objects', children(id))),
      sectionHtml('Uses', this.#connections(outgoing(id), id)),
      sectionHtml('Used by', this.#connections(incoming(id), id)),
      sectionHtml('Flows', this.#links('flows', flowsOf(id))),
      sectionHtml('Decisions', this.#links('decisions', this.#relations.decisionsAbout(id))),
      this.#gallery(diagrams),
    ]);
  }

  diagram(diagram: SiteDiagram): string {
    const { object, flowsOn } = this.#relations;
    const of = object(diagram.of ?? '');
    const objects = diagram.objects.flatMap((it) => object(it) ?? []);
    return this.#page('diagrams', diagram, diagram.name, [
      factsHtml([
        ['Shows', of && this.#link('objects', of)],
        ['Group', diagram.group && escapeHtml(diagram.group)],
      ]),
      diagram.html ?? '',
      this.#picture(diagram),
      sectionHtml('Flows', this.#links('flows', flowsOn(diagram.id))),
      sectionHtml('Elements', this.#links('objects', objects)),
    ]);
  }

  flow(flow: SiteFlow): string {
    const diagram = this.#relations.diagram(flow.diagram ?? '');
    const steps = flow.steps.map(({ number, text, html, paths = [], origin, target }) => {
      const ends = [origin, target].flatMap((id) => this.#relations.object(id ?? '') ?? []);
      const subject = ends.map((it) => this.#link('objects', it)).join(' → ');
      const mark = number === undefined ? '' : `<b>${number}.</b> `;
      const choices = listHtml(paths.map(({ name }) => escapeHtml(name)));
      return `${mark}${subject}${subject === '' ? '' : ': '}${escapeHtml(text)}${html ?? ''}${choices}`;
    });
    return this.#page('flows', flow, flow.name, [
      factsHtml([['Diagram', diagram && this.#link('diagrams', diagram)]]),
      flow.html ?? '',
      diagram ? this.#picture(diagram) : '',
      sectionHtml('Steps', `<div class="numbered">${listHtml(steps)}</div>`),
    ]);
  }

  decision(decision: SiteDecision): string {
    const diagrams = (decision.diagrams ?? []).flatMap((id) => this.#relations.diagram(id) ?? []);
    const objects = (decision.objects ?? []).flatMap((id) => this.#relations.object(id) ?? []);
    return this.#page('decisions', decision, decision.title, [
      factsHtml([['Status', escapeHtml(decision.status)]]),
      decision.html ?? '',
      sectionHtml('Elements', this.#links('objects', objects)),
      sectionHtml('Diagrams', this.#links('diagrams', diagrams)),
    ]);
  }

  #page(kind: PageKind, { slug }: PageSubject, title: string, parts: readonly string[]): string {
    const home = `<header><a href="../index.html">${escapeHtml(this.#data.title)}</a></header>`;
    const body = `${home}<main class="text"><h1>${escapeHtml(title)}</h1>${parts.join('')}</main>`;
    return htmlPage(
      {
        title: `${title} · ${this.#data.title}`,
        root: '../',
        scripts: ['open.js'],
        route: `${kind}/${slug}`,
      },
      body,
    );
  }

  #counts(): string {
    const { objects, connections, diagrams, flows, decisions } = this.#data;
    const counts = [
      pluralize(objects.length, 'element'),
      pluralize(connections.length, 'connection'),
      pluralize(diagrams.length, 'diagram'),
      pluralize(flows.length, 'flow'),
      ...(decisions.length > 0 ? [pluralize(decisions.length, 'decision')] : []),
    ];
    return escapeHtml(counts.join(' · '));
  }

  #tree(objects: readonly SiteObject[], seen: Set<string>): string {
    return listHtml(
      objects.flatMap((object) => {
        if (seen.has(object.id)) return [];
        seen.add(object.id);
        const caption = object.caption === undefined ? '' : ` – ${escapeHtml(object.caption)}`;
        return [
          `${this.#link('objects', object, '')}${caption}${this.#tree(this.#relations.children(object.id), seen)}`,
        ];
      }),
    );
  }

  #connections(connections: readonly SiteConnection[], self: string): string {
    const { object } = this.#relations;
    return listHtml(
      connections.flatMap(({ origin, target, via, name, technologies = [] }) => {
        const other = object(origin === self ? target : origin);
        const broker = object(via ?? '');
        const through = broker ? ` via ${this.#link('objects', broker)}` : '';
        const how = technologies.length > 0 ? ` (${escapeHtml(technologies.join(', '))})` : '';
        return other ? [`${this.#link('objects', other)}: ${escapeHtml(name)}${through}${how}`] : [];
      }),
    );
  }

  #links(kind: PageKind, items: readonly PageSubject[], root = '../'): string {
    return listHtml(items.map((it) => this.#link(kind, it, root)));
  }

  #link(kind: PageKind, item: PageSubject, root = '../'): string {
    const text = 'title' in item ? item.title : item.name;
    return `<a href="${root}${urlOf(pageFile(kind, item.slug))}">${escapeHtml(text)}</a>`;
  }

  #gallery(diagrams: readonly SiteDiagram[], root = '../'): string {
    const figures = diagrams.map((it) => this.#figure(it, root)).join('');
    return sectionHtml('Diagrams', figures && `<div class="gallery">${figures}</div>`);
  }

  #figure(diagram: SiteDiagram, root: string): string {
    const address = `${root}${urlOf(pageFile('diagrams', diagram.slug))}`;
    return `<figure><a href="${address}">${this.#picture(diagram, root)}</a><figcaption>${this.#link('diagrams', diagram, root)}</figcaption></figure>`;
  }

  #picture({ slug, name, isDrawn, width, height, objects }: SiteDiagram, root = '../'): string {
    if (!isDrawn)
      return `<p>This diagram is too large for a picture (${pluralize(objects.length, 'object')}).</p>`;
    return `<img loading="lazy" src="${root}${urlOf(pictureFile(slug))}" width="${width}" height="${height}" alt="${escapeHtml(name)}">`;
  }
}
