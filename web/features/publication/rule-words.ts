import type { Generalisation, Grid } from '../../../shared/contracts/generalisations.ts'

export const gridWords: Record<Grid, string> = {
  '0.01': 'Grid of 0.01° (about 1 km)',
  '0.1': 'Grid of 0.1° (about 10 km)',
  '1': 'Grid of 1° (about 100 km)',
  hidden: 'Withheld'
}

export const roleWords: Record<Generalisation['fromRole'], string> = {
  owner: 'Owners',
  editor: 'Owners and editors',
  viewer: 'All members'
}

/** As the thing that a rule is about is called in a sentence. */
export const subjectOf = ({ labelId, labelName }: Pick<Generalisation, 'labelId' | 'labelName'>): string =>
  labelId === null ? 'the whole project' : (labelName ?? 'a label')
