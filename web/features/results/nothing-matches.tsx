import { texts } from './texts.tsx'

/** State of a view whose filter matches no image or observation. */
export const NothingMatches = () => <p>{texts.filterBar.nothing}</p>
