import { formatCount } from '../../../ui/format.ts'

export const texts = {
  edit: (count: number) => (count === 1 ? 'Outline the object' : `Outline ${count} objects`),
  noBox: 'Select one or more boxes to outline, or one polygon to correct.',
  working: (count: number) => `Outlining the objects in ${formatCount(count, 'box', 'boxes')}`,
  stop: 'Stop',
  /** @param by names of the pairs that found no object, one for each box; null for the browser */
  unclear: (by: readonly (string | null)[], all: number) =>
    all === 1
      ? `${by[0] ? `${by[0]} finds no object` : 'No clear edge surrounds an object'} in this box. The box stays as it is.`
      : `${formatCount(by.length, 'box', 'boxes')} without a clear object ${by.length === 1 ? 'stays as it is' : 'stay as they are'}.`,
  noCanvas: 'The browser has no memory for a canvas',
  failed: 'The object was not outlined',
  failedAbout: 'The pixels of the image could not be read.',
  pair: {
    reading: 'Reading the image for outlines',
    readingBy: (name: string, version: string) => `${name} ${version} reads each image once.`,
    notRead: (reason: string | null) => `The image could not be read for outlines.${reason === null ? '' : ` ${reason}.`}`,
    cancelled: 'The reading of the image was cancelled.',
    instead: (name: string) => `The browser outlines instead of ${name}`,
    late: 'The server takes too long.'
  },
  correction: {
    label: 'Correct the outline',
    begin: 'Correct the outline by clicks',
    add: 'Add a part',
    leaveOut: 'Leave a part out',
    tip: 'Click on the image, or press Enter at the crosshair. With Alt, the click does the opposite.',
    finish: 'Finish',
    finishTip: 'End the correction of the outline',
    edit: (isObject: boolean) => (isObject ? 'Add a part to the outline' : 'Leave a part out of the outline'),
    addFirst: 'Click a part to add first. The outline stays as it is.',
    unclear: (pair: string | null) =>
      `${pair === null ? 'No clear edge surrounds the object' : `${pair} finds no object`} with this click. The outline stays as it is.`,
    apart: 'This part does not touch the object. The outline stays as it is.',
    same: 'The outline is the same with this click.',
    changed: 'The outline was changed meanwhile. Click again.',
    failed: 'The outline was not corrected'
  }
}
