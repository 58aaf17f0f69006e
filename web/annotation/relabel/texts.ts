import { formatCount } from '../../ui/format.ts'

/** Title of the dialog that labels several annotations. */
export const relabelTitle = (count: number) => `Label ${formatCount(count, 'annotation')}`
