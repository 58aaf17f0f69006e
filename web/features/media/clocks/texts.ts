import { formatCount } from '../../../ui/format.ts'

/** Clause about images: "It has no time", "They have no time", or the same with a number of images. */
const subject = (count: number, all: boolean, one: string, many: string) =>
  all ? (count === 1 ? `It ${one}` : `They ${many}`) : formatCount(count, `image ${one}`, `images ${many}`)

export const texts = {
  title: 'Camera clock',
  withoutZone: (count: number) => `${formatCount(count, 'image has', 'images have')} a camera time without a time zone.`,
  set: (count: number) => `${formatCount(count, 'image has its', 'images have their')} time in UTC`,
  examples: 'For example',
  onCamera: 'on the camera',
  noTime: 'no time yet',

  note: {
    set: 'Set the clock',
    noTime: (count: number, all: boolean) => `${subject(count, all, 'has', 'have')} no time in UTC yet.`,
    assumed: (count: number, all: boolean) => `${subject(count, all, 'keeps', 'keep')} a time that was assumed to be UTC.`
  },

  dialog: {
    later: 'Not now',
    set: (count: number) => `Set the time of ${formatCount(count, 'image')}`,
    notSet: 'The times were not set. Try again.',
    about: 'The images of these cameras have a time without a time zone. Select cameras with the same clock setting together.',
    groups: 'Cameras and uploads',
    images: (camera: string, count: number) => `${camera}, ${formatCount(count, 'image')}`,
    added: (times: string, added: string) => `${times}, added ${added}`,
    unnamed: 'Unnamed camera'
  },

  imageDialog: {
    cancel: 'Cancel',
    set: 'Set the time',
    notSet: 'The time was not set. Try again.',
    scope: 'Applies to',
    all: 'all images with the same setting',
    one: (fileName: string) => `only ${fileName}`
  },

  fields: {
    zone: 'The clock was set to',
    own: (zone: string) => `${zone}, the zone of this computer`,
    offsets: (offsets: string) => `${offsets} when the images were taken`,
    offset: 'Another offset from UTC',
    place: 'The local time of another place',
    offsetLabel: 'Offset from UTC',
    chooseOffset: 'Choose an offset',
    placeLabel: 'Place',
    includesSummer: 'Daylight saving time is included.',
    error: 'The clock was',
    right: 'right',
    fast: 'fast',
    slow: 'slow',
    by: 'by (h:min:s)'
  },

  faults: {
    span: 'Enter hours, minutes and seconds, for example 0:01:30.',
    tooLong: 'A clock may be up to 30 years off.',
    zone: 'This is not a known time zone. Choose one from the list.',
    future: (time: string) => `The last image would be from ${time}, which is in the future.`,
    past: (time: string) => `The first image would be from ${time}, before digital cameras existed.`
  }
}
