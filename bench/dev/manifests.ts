#!/usr/bin/env node
/** Renders every overlay of deploy/kubernetes and lets kube-score judge it: a suite of `make lint`. Prints what it objects to. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../record/catalogue.ts';

// The newest that builds with the prerequisites' Go.
const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1';
const KUBE_SCORE = 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0';
const NEEDED = ['deploy', 'db-init', 'prometheus', 'grafana'];
const KUBERNETES = path.join('deploy', 'kubernetes');

const exceptions = Object.keys(parse(readFileSync(path.join(root, KUBERNETES, 'kube-score.yaml'), 'utf8')));
// A copy, because the passwords are in no checkout, and a person's are none of a linter's business.
const copy = mkdtempSync(path.join(tmpdir(), 'stackbench-manifests-'));
try {
  for (const name of NEEDED) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  writeFileSync(path.join(copy, KUBERNETES, 'base', 'passwords.env'), 'NONE=none\n');
  const overlays = readdirSync(path.join(copy, KUBERNETES, 'overlays'));
  process.exitCode = Math.max(...overlays.map(judge));
} finally {
  rmSync(copy, { recursive: true });
}

/** @returns exit code: 0 if there is nothing to object to */
function judge(overlay: string): number {
  const folder = path.join(copy, KUBERNETES, 'overlays', overlay);
  const rendered = execFileSync('go', ['run', KUSTOMIZE, 'build', folder], { maxBuffer: 2 ** 26, encoding: 'utf8' });
  const input = `${rendered}---\n${readFileSync(path.join(copy, KUBERNETES, 'job.yaml'), 'utf8')}`;
  const ignored = exceptions.flatMap((name) => ['--ignore-test', name]);
  const options = ['--exit-one-on-warning', '--kubernetes-version', 'v1.30', '--output-format', 'ci'];
  const { status, stdout, stderr } = spawnSync('go', ['run', KUBE_SCORE, 'score', ...options, ...ignored, '-'], {
    input,
    encoding: 'utf8',
  });
  if (status === 0) return 0;
  console.log(`${overlay}:\n${stderr}${stdout.replaceAll(/^\[(?:OK|SKIPPED)\].*\n/gm, '')}`);
  return status ?? 1;
}
