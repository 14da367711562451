/** A study: an experiment that somebody published, as data. One file each in this folder. */
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
  conclusions: Conclusion[];
}

/** a published number, and where ours is found */
export interface Figure {
  label: string;
  /** name of a run; the first, where left out */
  run?: string;
  scenario: string;
  target: string;
  /** as published */
  theirs: Partial<Record<Quantity, string>>;
  /** why theirs is none */
  flaw?: string;
}

export type Quantity = 'rps' | 'requests' | 'latency' | 'threads' | 'cpu' | 'memory';

export interface Conclusion {
  /** theirs, in a sentence */
  text: string;
  /** what it says of single comparisons; it holds if all of them do */
  claims: Claim[];
}

/** `run`: as in a figure; always at the last level of users */
export type Claim = Faster | Alike | FewerThreads | Answered | NoThreads;

/** requests/s; `times`: by at least that factor; `orLevel`: or at least not slower */
export type Faster = { run?: string; scenario: string; faster: string; than: string; times?: number; orLevel?: boolean };

/** requests/s */
export type Alike = { run?: string; scenario: string; alike: [string, string] };

/** platform threads at their maximum */
type FewerThreads = { run?: string; scenario: string; fewerThreads: string; than: string };

/** successful requests within a slice */
type Answered = { run?: string; scenario: string; target: string; answered: { from: number; to: number } };

/** platform threads at their maximum, beyond those of another target */
type NoThreads = { run?: string; scenario: string; target: string; threadsOver: string; atMost: number };
export {};
