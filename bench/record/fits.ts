/** Which scenarios are measured on which targets. */

type Fitness = { targets: Record<string, { unfit?: Record<string, string>; only?: string[] }> };

/** @returns why the pair is not measured; null if it is */
export function unfitReason({ targets }: Fitness, target: string, scenario: string): string | null {
  const { unfit = {}, only } = targets[target] ?? {};
  if (only && !only.includes(scenario)) return `it answers ${only.join(', ')} only`;
  return unfit[scenario] ?? null;
}

export function fitting(catalogue: Fitness, scenario: string): (target: string) => boolean {
  return (target) => unfitReason(catalogue, target, scenario) === null;
}
