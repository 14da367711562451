/** A study: an experiment that somebody published, as data. */
import type { StudyRun } from '../plan/study.ts';

export interface Study {
  /** what STUDY= takes */
  id: string;
  title: string;
  /** where it was published, what was done and the result, in a paragraph */
  source: string;
  /** what this project does differently, each a sentence with its reason */
  adapted: string[];
  /** measured one after the other */
  runs: StudyRun[];
  /** what was published as numbers; empty where only an order was */
  figures: Figure[];
  /** theirs, each in a sentence, with what it says of single comparisons: it holds if all of them do */
  conclusions: Record<string, Claim[]>;
}

/** a published number, and where ours is found */
export interface Figure {
  label: string;
  scenario: string;
  target: string;
  /** as published */
  theirs: Partial<Record<Quantity, string>>;
  /** why theirs is none */
  flaw?: string;
}

export type Quantity = 'rps' | 'requests' | 'latency' | 'threads' | 'cpu' | 'memory';

/** `targets`: the one that it is about first; `run`: the first that measures the scenario, where left out; always at the last level of users */
export type Claim = { run?: string; scenario: string; targets: string[] } & Says;

export type Says =
  /** requests/s; `times`: by at least that factor; `orLevel`: or at least not slower */
  | { says: 'faster'; times?: number; orLevel?: boolean }
  /** requests/s */
  | { says: 'alike' }
  /** platform threads at their maximum */
  | { says: 'fewer threads' }
  /** platform threads at their maximum, beyond those of the other */
  | { says: 'no more threads'; atMost: number }
  /** successful requests within a slice */
  | { says: 'answered'; from: number; to: number };
