import { predictions } from '../prediction/prediction.js';

/** What arithmetic says of each target that is not void. @type {import('./types.js').Family} */
export const PREDICTIONS = {
  kinds: ['prediction', 'prediction-off'],
  find: ({ run, groups }) => {
    const made = predictions(
      run,
      groups.filter(({ isVoid }) => !isVoid),
    );
    return [
      ...made.map((each) => ({ scope: /** @type {const} */ ('target'), kind: /** @type {const} */ ('prediction'), ...each })),
      ...made
        .filter(({ isOff }) => isOff)
        .map((each) => ({ scope: /** @type {const} */ ('target'), kind: /** @type {const} */ ('prediction-off'), ...each })),
    ];
  },
};
