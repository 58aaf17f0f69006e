import { formatCount, formatNumber } from '../../../ui/format.ts'

/** UI strings for the panels beside the canvas. */
export const texts = {
  none: 'No annotations on this image yet. Choose a label, then a tool.',
  objects: 'Annotations of this image',
  noLabel: 'no label',
  removed: 'Removed',
  hideGroup: (name: string, isHidden: boolean) => `${isHidden ? 'Show' : 'Hide'} ${name}`,
  lockGroup: (name: string, isLocked: boolean) => `${isLocked ? 'Unlock' : 'Lock'} ${name}`,
  ownKey: 'My number key',
  noKey: 'none',
  ownKeyOf: (name: string) => `My number key for ${name}`,
  shown: (matching: number | null, count: number) =>
    `${matching === null ? '' : `${formatNumber(matching)} of `}${formatCount(count, 'annotation', 'annotations')}`,

  labelNotAdded: 'The label could not be added.'
}
