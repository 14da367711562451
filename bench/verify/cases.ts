/** Sends the same cases to every target and compares the answers with the catalogue. */
import { answerDifference } from './answers.ts';
import type { Answer, Case, Request } from '../record/catalogue.ts';
import type { Finding } from './work/index.ts';
import type { Received, Client } from './client.ts';

export type CaseFinding = { target: string; name: string } & Finding;

/** answers of one case; `received`: by target */
export type Asked = {
  name: string;
  request: Request;
  response: Answer;
  received: Record<string, Received>;
};

type CaseFindings = { findings: CaseFinding[]; asked: Asked[] };

/** @param subjects the targets @returns in the order of the cases, then of the targets */
export async function askCases(subjects: { name: string; client: Client }[], cases: Case[]): Promise<CaseFindings> {
  const asked = await Promise.all(cases.map((one) => askCase(subjects, one)));
  return { findings: asked.flatMap(({ findings }) => findings), asked: asked.flatMap((one) => one.asked) };
}

async function askCase(subjects: { name: string; client: Client }[], { name, request, response }: Case): Promise<CaseFindings> {
  const received: Record<string, Received> = {};
  const findings = await Promise.all(
    subjects.map(async ({ name: target, client }) => {
      try {
        received[target] = await client.send(request);
      } catch (error) {
        return { target, name, ok: false, detail: `no answer: ${(error as Error).message}` };
      }
      const difference = answerDifference(response, received[target]);
      return { target, name, ok: difference === null, detail: difference ?? 'as expected' };
    }),
  );
  return { findings, asked: [{ name, request, response, received }] };
}
