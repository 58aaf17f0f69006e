import { formatNumber } from '../../../ui/format.ts'

export const texts = {
  title: 'Reference images',
  choose: 'Choose…',
  failed: 'The reference images could not be loaded',
  none: 'None chosen yet.',
  on: (label: string, fileName: string) => `${label} on ${fileName}`,
  now: (label: string | undefined) => `now ${label ?? 'without a label'}`,
  remove: (fileName: string) => `Remove the reference image from ${fileName}`,
  notRemoved: (fileName: string) => `The reference image from ${fileName} could not be removed`,
  refused: 'The server rejected the request.',

  dialog: {
    title: (label: string) => `Reference images of ${label}`,
    done: 'Done',
    about: 'Choose the annotations that show it best. The largest come first.',
    chosen: (count: number) => `${formatNumber(count, 0)} chosen, shown to everyone who opens the label.`,
    notSaved: 'The choice could not be saved',
    failed: 'The annotations could not be loaded',
    none: 'All its annotations were rejected in review, so there is nothing to show.',
    more: 'Show more'
  }
}
