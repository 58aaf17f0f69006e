import { formatNumber } from '../../../ui/format.ts'

/** UI strings for annotation attributes. */
export const texts = {
  title: 'Attributes',
  titleOf: (count: number) => `Attributes of ${formatNumber(count)} annotations`,
  edit: (attribute: string, count: number) => (count > 1 ? `${attribute} of ${count}` : attribute),
  examples: 'Count, life stage, sex, or your own: ',
  choose: 'choose attributes',
  others: 'Other values from an import',
  yes: 'Yes',
  no: 'No',
  notInList: (value: string) => `${value} (not in the list)`,
  required: 'Required',
  several: 'Several values',
  none: 'No value',
  fault: (accepted: string) => `Enter ${accepted}`
}
