/** Every link between the documents of the checkout leads somewhere. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { root } from '../../../record/catalogue.ts';

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('published/') && existsSync(path.join(root, file)));

/** @returns without code, in which brackets are no links */
function prose(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'code'); // prettier-ignore
}

/** @returns of its headings, as GitHub makes them */
function anchors(file: string): string[] {
  const headings = readFileSync(file, 'utf8').replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm); // prettier-ignore
  return [...headings].map(([, heading]) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')); // prettier-ignore
}

for (const document of documents) {
  it(`${document} links to files and headings that exist`, () => {
    const file = path.join(root, document);
    const links = [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^[a-z]+:/.test(link));
    for (const link of links) {
      const [to, anchor] = link.split('#');
      const target = to === '' ? file : path.resolve(path.dirname(file), to);
      assert.ok(existsSync(target), `${link}: no such file`);
      if (anchor && target.endsWith('.md')) assert.ok(anchors(target).includes(anchor), `${link}: no such heading`);
    }
  });
}
