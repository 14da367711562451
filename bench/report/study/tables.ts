/** The tables of a study's page. */
import { targetShare } from '../../analyse/bottleneck/observations.ts';
import { groupOfPair } from '../../analyse/findings/scopes.ts';
import { runOf, type Study, type Quantity, type Figure } from '../../studies/terms.ts';
import { keysOf } from '../../util/keys.ts';
import { mean, present } from '../../util/math.ts';
import { count, mebibytes, number, percent, plural } from '../../util/text.ts';
import { figureColumn, tableOf, type Table, type Cell } from '../tables/table.ts';
import { bottleneckText, cpuBottlenecks } from '../words/bottleneck.ts';
import { measuredText, oursText, whyText } from '../words/studies.ts';
import type { StudyRun } from '../../plan/study.ts';
import type { Figures, Group } from '../../analyse/types.ts';
import type { JudgedConclusion } from '../../studies/judging/judge.ts';
import type { Why } from '../../studies/judging/judgement.ts';

export type MeasuredRun = { plan: StudyRun; figures: Figures };

/** `runs`: those that were measured */
export type StudyResult = { study: Study; runs: MeasuredRun[]; conclusions: JudgedConclusion[] };

const QUANTITIES: Record<Quantity, { head: string; unit: string; ours: (group: Group, run: Figures['run']) => string }> = {
  rps: { head: 'Requests', unit: 'per second', ours: ({ stage }) => `${number(stage.rps)}/s` },
  requests: {
    head: 'Answered',
    unit: 'requests in a slice',
    ours: ({ good }) => count(mean(present(good.map(({ stage }) => stage.successes)))),
  },
  latency: { head: 'Latency', unit: 'mean', ours: ({ stage }) => `${number(stage.latency.mean)} ms` },
  threads: { head: 'Threads', unit: 'platform, maximum', ours: ({ stage }) => count(stage.threadsMax) },
  cpu: { head: 'CPU', unit: 'of its limit', ours: ({ stage }, run) => cpuText(stage.cpuCores, run) },
  memory: { head: 'Memory', unit: 'ours: heap, maximum', ours: ({ stage }) => `${mebibytes(stage.heapMaxBytes)} MiB` },
};

/** what leaves a claim open that has fewer rounds than a verdict takes */
const TOO_FEW_ROUNDS = new Set<Why['kind']>(['too close', 'unexplained', 'cold']);

/** @returns '20 published conclusions: 9 hold, 4 do not hold, 7 undecided (5 with too few rounds for a verdict)' */
export function tallyText(results: StudyResult[]): string {
  const all = results.flatMap(({ conclusions }) => conclusions);
  const [holding, refuted, open] = ['holds', 'does not hold', 'cannot tell'].map((each) => all.filter(({ outcome }) => outcome === each));
  const early = open.filter(({ claims }) => claims.some(({ outcome, why }) => outcome === 'cannot tell' && TOO_FEW_ROUNDS.has(why.kind)));
  const texts = [
    holding.length > 0 && `${holding.length} ${holding.length === 1 ? 'holds' : 'hold'}`,
    refuted.length > 0 && `${refuted.length} ${refuted.length === 1 ? 'does' : 'do'} not hold`,
    open.length > 0 && `${open.length} undecided${early.length > 0 ? ` (${early.length} with too few rounds for a verdict)` : ''}`,
  ];
  return `${plural(all.length, 'published conclusion')}: ${texts.filter(Boolean).join(', ')}`;
}

/** @returns a row per conclusion */
export function conclusionsTable({ study, conclusions }: StudyResult): Table {
  return tableOf(`${study.id}: published conclusions, and what is measured now`, conclusions, [
    { head: 'Theirs', rowHead: true, of: ({ text }) => text },
    { head: 'Ours', of: figuresText },
    {
      head: 'Verdict',
      of: ({ outcome, indicative }) => ({ text: outcome, note: indicative ? 'indicative' : '', decided: outcome !== 'cannot tell' }),
    },
    { head: 'Why', of: reasonsText },
  ]);
}

function figuresText({ claims }: JudgedConclusion) {
  const texts = scenariosOf(claims).map((scenario, _, all) => {
    const own = claims.filter(({ claim }) => claim.scenario === scenario);
    const ours = [...new Set(own.flatMap((claim) => claim.ours.map(oursText)))].join(', ');
    return ours !== '' && all.length > 1 ? `${scenario}: ${ours}` : ours;
  });
  return texts.filter(Boolean).join('; ') || '–';
}

function scenariosOf(claims: JudgedConclusion['claims']) {
  return [...new Set(claims.map(({ claim }) => claim.scenario))];
}

/** @returns claims that were decided alike stand together, and first those that decided it */
function reasonsText({ outcome, claims }: JudgedConclusion): string {
  const several = scenariosOf(claims).length > 1;
  const ordered = [...claims.filter((claim) => claim.outcome === outcome), ...claims.filter((claim) => claim.outcome !== outcome)];
  const reasons = [...Map.groupBy(ordered, (claim) => `${claim.outcome} ${whyText(claim.why)}`).values()].map((alike) => {
    const measured = alike.flatMap((judged) =>
      judged.measured ? `${several ? `${judged.claim.scenario} ` : ''}${measuredText(judged.measured)}` : [],
    );
    const prefix = alike[0].outcome === outcome ? '' : `${alike[0].outcome}: `;
    const what = several && measured.length === 0 ? scenariosOf(alike).join(', ') : measured.join(', ');
    return `${prefix}${[what, whyText(alike[0].why)].filter(Boolean).join(': ')}`;
  });
  return [`${reasons.join('; ')}.`, ...bottlenecksText(claims)].join(' ');
}

/** @returns of the slower ones; those that had no CPU left in one sentence */
function bottlenecksText(claims: JudgedConclusion['claims']): string[] {
  const all = claims.flatMap((claim) => claim.bottleneck ?? []);
  const [ofCpu, others] = [true, false].map((isCpu) => all.filter(({ bottleneck }) => (bottleneck.kind === 'target CPU') === isCpu));
  const byCpu = [...new Set(ofCpu.map(({ label }) => label))];
  const sentences = new Set(others.map(({ bottleneck, label }) => bottleneckText(bottleneck, label)));
  return [...sentences, ...(byCpu.length > 0 ? [cpuBottlenecks(byCpu)] : [])];
}

/** @returns published numbers beside ours; null where only an order was published */
export function figuresTable({ study, runs }: StudyResult): Table | null {
  const { figures } = study;
  const quantities = keysOf(QUANTITIES).filter((name) => figures.some(({ theirs }) => theirs[name] !== undefined));
  if (quantities.length === 0) return null;
  const columns = quantities.flatMap((name) => {
    const { head, unit } = QUANTITIES[name];
    const whose = (who: string, index: number) =>
      figureColumn(`${head}, ${who}`, unit, (figure: Figure) => pair(study, runs, figure, name)[index]);
    return ['theirs', 'ours'].map(whose);
  });
  const hasSymbol = (target: string) => runs.some((measured) => measured.figures.run.catalogue.targets[target]);
  const caption = `${study.id}: published numbers beside ours, for orientation only: machines and versions differ. A figure that is struck out is discarded`;
  return tableOf(caption, figures, [
    { head: 'Case', rowHead: true, of: ({ label, target }) => ({ text: label, ...(hasSymbol(target) && { target }) }) },
    ...columns,
  ]);
}

/** @returns theirs and ours */
function pair(study: Study, runs: MeasuredRun[], figure: Figure, name: Quantity): Cell[] {
  const published = figure.theirs[name];
  const theirs = {
    text: published ?? '–',
    struck: published !== undefined && figure.flaw !== undefined,
    note: published ? (figure.flaw ?? '') : '',
  };
  const found = runs.find(({ plan }) => plan.name === runOf(study, figure));
  const group = found && groupOfPair(found.figures, figure);
  if (!group || group.slices.length === 0) return [theirs, { text: '–', note: 'not measured' }];
  const text = QUANTITIES[name].ours(group, found.figures.run);
  return [theirs, { text, struck: group.isDiscarded, note: group.isDiscarded ? 'discarded' : '' }];
}

function cpuText(cores: number | null, { limits }: Figures['run']) {
  return cores === null ? '–' : percent(cores / targetShare(limits));
}
