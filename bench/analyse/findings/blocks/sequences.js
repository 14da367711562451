import { JUDGED_AGAIN } from '../cells.js';
import { ofSequence } from '../scopes.js';

/**
 * What went wrong in single sequences.
 *
 * @typedef {import('../../types.js').SequenceFigures} SequenceFigures
 * @typedef {import('../types.js').Finding} Finding
 */

/** @type {import('../types.js').Family} */
export const SEQUENCES = {
  kinds: ['sequence-failed', 'sequence-pending', 'sequence-check-failed', 'sequence-files-missing'],
  find: ({ sequences }) => [...sequences.flatMap(ending), ...sequences.flatMap(failedChecks), ...sequences.flatMap(incomplete)],
};

/** @param {SequenceFigures} sequence @returns {Finding[]} */
function ending(sequence) {
  const { state, reason } = sequence;
  if (state === 'failed') return [{ ...ofSequence(sequence), kind: 'sequence-failed', reason }];
  return state === 'pending' ? [{ ...ofSequence(sequence), kind: 'sequence-pending' }] : [];
}

/** Counts without those of InfluxDB are a finding of their own. @param {SequenceFigures} sequence @returns {Finding[]} */
function failedChecks(sequence) {
  const { checks = [], slices = [] } = sequence.sequence ?? {};
  const isWithoutInflux = slices.some(({ counts }) => counts.influx === null);
  return checks
    .filter(({ name, ok }) => !ok && !JUDGED_AGAIN.includes(name) && !(name === 'counts' && isWithoutInflux))
    .map(({ name, detail }) => ({ ...ofSequence(sequence), kind: 'sequence-check-failed', name, detail }));
}

/** @param {SequenceFigures} sequence @returns {Finding[]} */
function incomplete(sequence) {
  const { state, missing } = sequence;
  return state === 'ok' && missing.length > 0 ? [{ ...ofSequence(sequence), kind: 'sequence-files-missing', files: missing }] : [];
}
