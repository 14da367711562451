/** Chips choose what published/index.html shows. No chip of a group pressed: all of it. The choice is in the fragment of the address, as
 * `#metric=cpu&scenario=read,create&jdk=JDK 25`. */
(() => {
  /** Some hide rows, columns and charts, the others whole runs. */
  const OF_PARTS = ['scenario', 'target'];
  const OF_RUNS = ['machine', 'engine', 'jdk'];
  const FILTERS = [...OF_PARTS, ...OF_RUNS];
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const [filters, shown, reset, more] = ['filters', 'shown', 'reset', 'more'].map((id) => document.getElementById(id));
  if (!filters || !shown || !reset || !more) return;
  const chips = all('.chip');

  const isPressed = (chip: HTMLElement) => chip.getAttribute('aria-pressed') === 'true';
  const press = (chip: HTMLElement, isOn: boolean) => chip.setAttribute('aria-pressed', String(isOn));

  /** @returns values whose chips are pressed */
  const pressed = (filter: string) =>
    chips.filter((chip) => chip.dataset.filter === filter && isPressed(chip)).map((chip) => String(chip.dataset.value));

  const isFiltered = () => FILTERS.some((filter) => pressed(filter).length > 0);

  /** What an element says nothing of does not hide it. */
  const isChosen = ({ dataset }: HTMLElement, by: string[]) =>
    by.every((filter) => {
      const [value, chosen] = [dataset[filter], pressed(filter)];
      return value === undefined || chosen.length === 0 || chosen.includes(value);
    });

  /** @returns without #; empty for the page as it comes */
  const fragment = () => {
    const parts = new URLSearchParams();
    const [metric] = pressed('metric');
    if (metric !== 'throughput') parts.set('metric', metric);
    for (const filter of FILTERS) if (pressed(filter).length > 0) parts.set(filter, pressed(filter).join('|'));
    return parts.toString().replaceAll('%7C', '|');
  };

  const show = () => {
    document.body.dataset.metricShown = pressed('metric')[0];
    for (const part of all('[data-scenario], [data-target]')) part.hidden = !isChosen(part, OF_PARTS);
    const articles = all('article');
    for (const article of articles) {
      const [row, column] = ['tbody tr:not([hidden])', 'thead [data-target]:not([hidden])'].map((one) => article.querySelector(one));
      article.hidden = !isChosen(article, OF_RUNS) || !row || !column;
    }
    for (const section of all('.earlier, .machine')) section.hidden = !section.querySelector('article:not([hidden])');
    // Else what was asked for might be found nowhere.
    if (isFiltered()) for (const earlier of all('.earlier')) earlier.toggleAttribute('open', true);
    shown.textContent = `${articles.filter((article) => !article.hidden).length} of ${articles.length} runs shown`;
    reset.hidden = fragment() === '';
  };

  /** Names that the page does not have are left out. */
  const fromAddress = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const chip of chips) press(chip, (given.get(chip.dataset.filter ?? '') ?? '').split('|').includes(chip.dataset.value ?? ''));
    if (pressed('metric').length !== 1) chooseMetric('throughput');
    show();
  };

  const chooseMetric = (metric = '') => {
    for (const chip of chips) if (chip.dataset.filter === 'metric') press(chip, chip.dataset.value === metric);
  };

  const toAddress = (text: string) => history.replaceState(null, '', text === '' ? location.pathname + location.search : `#${text}`);

  for (const chip of chips) {
    chip.addEventListener('click', () => {
      if (chip.dataset.filter === 'metric') chooseMetric(chip.dataset.value);
      else press(chip, !isPressed(chip));
      toAddress(fragment());
      show();
    });
  }
  reset.addEventListener('click', () => {
    toAddress('');
    fromAddress();
  });
  addEventListener('hashchange', fromAddress);
  filters.hidden = false;
  fromAddress();
  // On a phone they would fill the first screen.
  const wide = matchMedia('(min-width: 601px)');
  const openMore = () => more.toggleAttribute('open', wide.matches || isFiltered());
  wide.addEventListener('change', openMore);
  openMore();
})();
