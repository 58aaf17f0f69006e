import { formatCount } from '../../../ui/format.ts'

/** Returns the start of a sentence about images: "It has", "They have", or "12 images have". */
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
    notSet: 'The times could not be set. Try again.',
    about: 'The times of these cameras have no time zone. Select all cameras that share a clock setting.',
    groups: 'Cameras and uploads',
    images: (camera: string, count: number) => `${camera}, ${formatCount(count, 'image')}`,
    added: (times: string, added: string) => `${times}, added ${added}`,
    unnamed: 'Unnamed camera'
  },

  imageDialog: {
    cancel: 'Cancel',
    set: 'Set the time',
    notSet: 'The time could not be set. Try again.',
    scope: 'Applies to',
    all: 'all images with the same setting',
    one: (fileName: string) => `only ${fileName}`
  },

  fields: {
    zone: 'The clock was set to',
    own: (zone: string) => `${zone}, the time zone of this computer`,
    offsets: (offsets: string) => `${offsets} when the images were taken`,
    offset: 'Another offset from UTC',
    place: 'The local time of another place',
    offsetLabel: 'Offset from UTC',
    chooseOffset: 'Choose an offset',
    placeLabel: 'Place',
    includesSummer: 'Daylight saving time is taken into account.',
    error: 'The clock was',
    right: 'right',
    fast: 'fast',
    slow: 'slow',
    by: 'by (h:min:s)'
  },

  faults: {
    span: 'Enter hours, minutes and seconds, for example 0:01:30.',
    tooLong: 'A clock can be off by up to 30 years.',
    zone: 'This time zone does not exist. Choose one from the list.',
    future: (time: string) => `The last image would be dated ${time}, which is in the future.`,
    past: (time: string) => `The first image would be dated ${time}, before digital cameras existed.`
  }
}
