import { formatCount } from '../../../ui/format.ts'

export const texts = {
  depth: (meters: number) => `${meters} m deep`,
  nextShape: 'Next shape: ',
  noLabel: 'no label',
  selected: (count: number) => formatCount(count, 'selected', 'selected')
}
