/**
 * Chips choose what published/index.html shows. No chip of a group pressed: all of it. The choice is in the fragment of the address, as
 * `#metric=cpu&scenario=read,create&jdk=JDK 25`.
 */
(() => {
  const FILTERS = ['scenario', 'target', 'machine', 'engine', 'jdk'];
  const chips = [...document.querySelectorAll('.chip')] as HTMLElement[];
  const filters = document.getElementById('filters');
  const shown = document.getElementById('shown');
  const reset = document.getElementById('reset');
  if (!filters || !shown || !reset) return;

  /** @returns values whose chips are pressed */
  const pressed = (filter: string): string[] =>
    chips.flatMap((chip) =>
      chip.dataset.filter === filter && chip.getAttribute('aria-pressed') === 'true' ? [String(chip.dataset.value)] : [],
    );

  const isChosen = (filter: string, value: string | undefined) => {
    const chosen = pressed(filter);
    return value === undefined || chosen.length === 0 || chosen.includes(value);
  };

  const all = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);

  const isFiltered = () => FILTERS.some((filter) => pressed(filter).length > 0);

  function show() {
    document.body.dataset.metricShown = pressed('metric')[0];
    for (const filter of ['scenario', 'target'])
      for (const element of all(`[data-${filter}]`)) element.hidden = !isChosen(filter, element.dataset[filter]);
    for (const figure of all('figure')) figure.hidden = !['scenario', 'target'].every((filter) => isChosen(filter, figure.dataset[filter]));
    for (const article of all('article')) {
      const isOf = ['machine', 'engine', 'jdk'].every((filter) => isChosen(filter, article.dataset[filter]));
      article.hidden =
        !isOf || !article.querySelector('tbody tr:not([hidden])') || !article.querySelector('thead [data-target]:not([hidden])');
    }
    for (const earlier of all('.earlier')) {
      earlier.hidden = !earlier.querySelector('article:not([hidden])');
      // Else what was asked for might be found nowhere.
      if (isFiltered()) earlier.toggleAttribute('open', true);
    }
    for (const section of all('.machine')) section.hidden = !section.querySelector('article:not([hidden])');
    const articles = all('article');
    const count = articles.filter((article) => !article.hidden).length;
    if (shown) shown.textContent = `${count} of ${articles.length} runs shown`;
    if (reset) reset.hidden = fragment() === '';
  }

  /** @returns without #; empty for the page as it comes */
  function fragment(): string {
    const parts = new URLSearchParams();
    const [metric] = pressed('metric');
    if (metric !== 'throughput') parts.set('metric', metric);
    for (const filter of FILTERS) if (pressed(filter).length > 0) parts.set(filter, pressed(filter).join('|'));
    return parts.toString().replaceAll('%7C', '|');
  }

  /** Names that the page does not have are left out. */
  function fromAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const chip of chips) {
      const { filter = '', value = '' } = chip.dataset;
      const asked = (given.get(filter) ?? '').split('|');
      chip.setAttribute('aria-pressed', String(asked.includes(value)));
    }
    if (pressed('metric').length !== 1) press('metric', 'throughput');
    show();
  }

  /** @param value alone */
  function press(filter: string, value: string) {
    for (const chip of chips) if (chip.dataset.filter === filter) chip.setAttribute('aria-pressed', String(chip.dataset.value === value));
  }

  function toAddress() {
    const text = fragment();
    history.replaceState(null, '', text === '' ? location.pathname + location.search : `#${text}`);
    show();
  }

  for (const chip of chips) {
    chip.addEventListener('click', () => {
      const { filter = '', value = '' } = chip.dataset;
      if (filter === 'metric') press(filter, value);
      else chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
      toAddress();
    });
  }
  reset.addEventListener('click', () => {
    for (const chip of chips)
      chip.setAttribute('aria-pressed', String(chip.dataset.value === 'throughput' && chip.dataset.filter === 'metric'));
    toAddress();
  });
  addEventListener('hashchange', fromAddress);
  filters.hidden = false;
  fromAddress();
  // On a phone they would fill the first screen.
  const more = document.getElementById('more');
  const openMore = () => more?.toggleAttribute('open', wide.matches || isFiltered());
  const wide = matchMedia('(min-width: 601px)');
  wide.addEventListener('change', openMore);
  openMore();
})();
