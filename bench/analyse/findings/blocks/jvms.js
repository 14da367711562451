import { jvmsOf, rising } from '../../blocks/group.js';
import { jvmChange } from '../../blocks/jvm-change.js';
import { relativeRise } from '../../cell/steady.js';
import { okSequences, ofTarget } from '../scopes.js';

/**
 * Did the JVMs of blocks stay as they were?
 *
 * @typedef {import('../../types.js').FiguresToJudge} Figures
 * @typedef {import('../../types.js').BlockGroup} BlockGroup
 * @typedef {import('../../types.js').SliceFigures} SliceFigures
 * @typedef {import('../types.js').Finding} Finding
 */

/** @type {import('../types.js').Family} */
export const JVMS = {
  kinds: ['slices-never-steady', 'slices-still-rising', 'jvm-changed'],
  find: (figures) => figures.blocks.flatMap((group) => [...neverSteady(group, figures), ...stillRising(group), ...changed(group, figures)]),
};

/** @param {BlockGroup} group @param {Figures} figures @returns {Finding[]} */
function neverSteady(group, figures) {
  const { scenario, target } = group;
  const warmups = okSequences(figures, scenario).flatMap(({ planned, sequence }) => {
    const warmup = sequence?.warmups[target];
    return warmup ? [{ round: planned.round, steady: warmup.steady }] : [];
  });
  const rounds = warmups.filter(({ steady }) => !steady).map(({ round }) => round);
  return rounds.length > 0 ? [{ ...ofTarget(group), kind: 'slices-never-steady', rounds, of: warmups.length }] : [];
}

/**
 * What is left of warming up. Slices of a warm JVM rise so much by chance in 4 of 100 rounds: of a run's dozens, some always do. So most rounds of a target
 * must.
 * @param {BlockGroup} group
 * @returns {Finding[]}
 */
function stillRising(group) {
  if (group.isVoid) return [];
  const told = jvmsOf(group.good).filter((slices) => rising(slices) !== null);
  const risen = told.filter(rising);
  if (risen.length <= told.length / 2) return [];
  const rises = risen.map((slices) => relativeRise(slices.map(({ stage }) => stage.plateauSuccesses ?? 0)) ?? 0);
  return [{ ...ofTarget(group), kind: 'slices-still-rising', rounds: risen.map(([{ round }]) => round), of: told.length, rises }];
}

/** @param {BlockGroup} group @param {Figures} figures @returns {Finding[]} */
function changed(group, figures) {
  return jvmsOf(group.slices).flatMap((slices) => {
    const change = jvmChange(slices);
    if (change === null) return [];
    const { first, factor, earlier, later } = change;
    const { round, block } = first;
    return [
      {
        ...ofTarget(group),
        kind: /** @type {const} */ ('jvm-changed'),
        round,
        block,
        factor,
        earlier,
        later,
        facts: factsOf(first, figures),
      },
    ];
  });
}

/** @param {SliceFigures} slice @param {Figures} figures @returns {import('../types.js').JvmFacts | null} of its JVM, over the sequence in which it changed */
function factsOf({ scenario, round, part, target }, { sequences }) {
  const own = sequences.find(({ planned }) => planned.scenario === scenario && planned.round === round && planned.part === part);
  const jvm = own?.sequence?.jvms[target];
  if (!jvm) return null;
  const { majorFaults, compilerCpuMs, compilerWaitMs } = jvm;
  return { majorFaults, compilerCpuMs, compilerWaitMs };
}
