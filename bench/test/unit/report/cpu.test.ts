/** Where the CPU of a request goes, as page, Markdown and terminal say it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { writeCpuProfile } from '../../../record/cpu-profile.ts';
import { reportPage } from '../../../report/html/page.ts';
import { lastLines } from '../../../report/last-lines.ts';
import { markdown } from '../../../report/markdown.ts';
import { cpuProfile } from '../../fixtures/cpu-profile.ts';
import { madeRun } from '../../support/bundles.ts';

const TARGETS = ['mvc', 'mvc-vt', 'webflux-jdbc'];
const CPU = { java: 2000, compilers: 0, collector: 100, machine: 0 };
const { dir, result: without } = madeRun({ targets: TARGETS, scenarios: ['read'] });
writeCpuProfile(dir, cpuProfile('mvc', { Spring: 600, JSON: 400 }, CPU));
writeCpuProfile(dir, cpuProfile('mvc-vt', { Spring: 600, JSON: 400 }, { ...CPU, java: 2050 }));
writeCpuProfile(dir, cpuProfile('webflux-jdbc', { Spring: 300, Reactor: 500, JSON: 200 }, { ...CPU, java: 4000, collector: 200 }));
const sampled = figures(readBundle(dir));

const inRounds = (target: string) => {
  const found = sampled.comparisons.find((each) => each.target === target && each.metric === 'cpu');
  return `in the rounds ×${found?.ratio.toFixed(2)}`;
};
const MORE =
  `WebFlux+JDBC takes ×2.00 the CPU of MVC for a request (0.420 against 0.210 ms; ${inRounds('webflux-jdbc')}). ` +
  'Of that difference: Reactor 95 % (100 % of its time in Reactor.run).';
const SAME = `MVC-VT takes about as much CPU for a request as MVC: 0.215 against 0.210 ms; ${inRounds('mvc-vt')}.`;

describe('the CPU of a request in a report', () => {
  it('is a sentence per target, which names what makes the difference', () => {
    const text = markdown(sampled).replaceAll('\\', '');
    assert.ok(text.includes(MORE), text);
    assert.ok(text.includes(SAME), text);
    assert.match(text, /Sampling itself cost \+2\.0 % of CPU; samples cover 50 % to 100 % of it\./);
  });
  it('is a bar per target, with a flame graph and a table', () => {
    const page = reportPage(sampled);
    assert.equal(page.match(/<div class="bar"/g)?.length, 3);
    assert.match(page, /<a href="cpu\/read\/webflux-jdbc\.html">/);
    assert.match(page, /<i style="flex:200000 0 0;background:hsl\([^)]+\)" title="Reactor: 0\.200 ms">Reactor<\/i>/);
  });
  it('is on the terminal', () => {
    const text = lastLines(sampled).lines.join('\n');
    assert.match(text, /read: where the CPU of a request goes, ms\n +mvc +mvc-vt +webflux-jdbc\n/);
    assert.match(text, / {2}Reactor +– +– +0\.200/);
  });
  it('is nowhere if nothing was sampled', () => {
    const all = [markdown(without), reportPage(without), ...lastLines(without).lines].join('\n');
    assert.doesNotMatch(all, /CPU of a request goes/);
  });
});
