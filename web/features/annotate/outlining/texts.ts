import { formatCount } from '../../../ui/format.ts'

export const texts = {
  edit: (count: number) => (count === 1 ? 'Outline the object' : `Outline ${count} objects`),
  noBox: 'Select one or more boxes first. Each becomes the outline of the object in it.',
  working: (count: number) => `Outlining the objects in ${formatCount(count, 'box', 'boxes')}`,
  stop: 'Stop',
  unclear: (count: number, all: number) =>
    all === 1
      ? 'No clear edge surrounds an object in this box. The box stays as it is.'
      : `${formatCount(count, 'box', 'boxes')} without a clear edge around an object ${count === 1 ? 'stays as it is' : 'stay as they are'}.`,
  noCanvas: 'The browser has no memory for a canvas',
  failed: 'The object was not outlined',
  failedAbout: 'The pixels of the image could not be read.'
}
