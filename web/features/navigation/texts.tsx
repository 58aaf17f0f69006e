import type { ReactNode } from 'react'
import type { TrackFact, TrackSource } from '../../../shared/contracts/navigation.ts'
import { formerMember } from '../../../shared/former-member.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const sources: Record<TrackSource, string> = {
  usbl: 'USBL',
  dvl: 'DVL',
  ins: 'Inertial (INS)',
  ship: 'Ship',
  gps: 'GPS',
  manual: 'By hand'
}

const facts: Record<TrackFact, string> = {
  position: 'Position',
  depth: 'Depth',
  altitude: 'Height above the sea floor',
  heading: 'Heading'
}

type Code = (text: string) => ReactNode

const refused = 'The server rejected the request. Try again.'
const noName = 'Enter a name for the track'

export const texts = {
  sources,
  facts,

  panel: {
    failed: 'The tracks could not be loaded',
    loading: 'Loading tracks',
    addTrack: 'Add track',
    emptyTitle: 'No tracks yet',
    emptyAbout:
      'A track records where a ship, a vehicle or a camera was, and when. Images with a known time can take their position, depth, height and heading from it, without a table of file names.',
    readOnly: 'Only editors and owners of the project can add tracks.',
    title: 'Tracks',
    fixes: (count: number, limit: number) => `${formatNumber(count)} of up to ${formatNumber(limit)} fixes per project.`,
    gone: 'This track no longer exists.'
  },

  list: {
    label: 'Tracks',
    track: 'Track',
    source: 'Source',
    time: 'Time, UTC',
    fixes: 'Fixes',
    images: 'Images in its time span',
    actions: 'Actions',
    place: 'Place images',
    placeBy: (track: string) => `Place images from ${track}`,
    open: 'Open',
    openTrack: (track: string) => `Open ${track}`,
    edit: (track: string) => `Edit ${track}`,
    delete: (track: string) => `Delete ${track}`,
    unreadable: 'Unreadable',
    reading: (fileName: string) => `Reading ${fileName}`
  },

  removeTrack: {
    title: (track: string) => `Delete ${track}?`,
    confirm: 'Delete track',
    about: 'Images keep the values taken from it. The track can be restored for 30 days.',
    failed: 'The track could not be deleted',
    deleted: (track: string) => `${track} deleted`,
    undo: 'Undo',
    notRestored: (track: string) => `${track} could not be restored`,
    refused
  },

  addTrack: {
    title: 'Add a track',
    about:
      'A file with times and positions: a table from MarIQT, DSHIP, Ranger 2, OFOP, PANGAEA, O2A or SQUIDLE+, any other table with a header row, or NMEA 0183 sentences.',
    drop: 'Drop a navigation file here',
    accepted: (limit: string) => `Columns separated by commas, semicolons or tabs, rows in chronological order, up to ${limit}.`,
    choose: 'Choose a file',
    columns: {
      title: 'Recognised column names',
      time: 'Time',
      timeNames: (code: Code) => (
        <>
          {code('utc')}, {code('datetime')}, {code('date time')}, {code('DATE/TIME')}, or {code('Date')} and {code('Time')}
        </>
      ),
      position: 'Position',
      positionNames: (code: Code) => (
        <>
          {code('lat')} and {code('lon')}, {code('latitude')} and {code('longitude')}, {code('SUB1_Lat')} and {code('SUB1_Lon')}
        </>
      ),
      depth: 'Depth',
      depthNames: (code: Code) => (
        <>
          {code('dep')}, {code('depth')}, {code('DEPTH, water [m]')}, positive down; {code('gps_altitude')}, negative down
        </>
      ),
      height: 'Height above the sea floor',
      heightNames: (code: Code) => (
        <>
          {code('hgt')}, {code('height')}, {code('distance_to_ground')}, {code('SUB1_Altitude')}
        </>
      ),
      heading: 'Heading',
      headingNames: (code: Code) => (
        <>
          {code('heading')}, {code('yaw')}, {code('hdg')}, true north
        </>
      )
    },
    confirm: 'Add track',
    refused,
    name: 'Name',
    source: 'Position source',
    platform: 'Ship or vehicle',
    more: 'Time zone, vehicle, altitude and date',
    utcOffset: 'Hours ahead of UTC',
    utcOffsetAbout: 'For times without a zone: 2 for UTC+2. Empty means UTC.',
    vehicle: 'Vehicle number',
    vehicleAbout: 'Use 2 for columns such as SUB2_Lat, and 0 for the ship. Empty means the first vehicle.',
    altitude: 'An “altitude” column is',
    altitudeUnknown: 'unknown (left out)',
    aboveSeaFloor: 'the height above the sea floor',
    aboveSeaLevel: 'the height above sea level',
    startDate: 'Day of the first position',
    startDateAbout: 'For NMEA 0183 files without a date.',
    tooLarge: (fileName: string, limit: string) => `${fileName} is larger than ${limit}. Split it into several files.`,
    noName,
    wrongOffset: 'Hours ahead of UTC must be a number from −14 to 14',
    wrongVehicle: 'The vehicle number must be a whole number from 0 to 99'
  },

  editTrack: {
    title: (track: string) => `Edit ${track}`,
    confirm: 'Save',
    name: 'Name',
    source: 'Position source',
    platform: 'Ship or vehicle',
    noName,
    stale: 'Someone else changed this track. Close this dialog and edit the track again.',
    failed: 'Your changes could not be saved'
  },

  trackFacts: {
    time: 'Time, UTC',
    fixes: 'Fixes',
    source: 'Position source',
    file: 'File',
    left: (lines: number) => `${formatCount(lines, 'line')} not fully read`,
    reason: (lines: number, reason: string) => `${formatCount(lines, 'line')}: ${reason}`,
    columns: 'Columns read',
    ignored: (names: string[]) => `Ignored: ${names.join(', ')}`
  },

  place: {
    all: 'All tracks',
    plot: 'Track and images over time',
    plotAbout: 'Each tick is an image. Adjust the clock offset until the ticks match the time at which the camera was in use.',
    failed: 'The track could not be loaded',
    loading: 'Loading plot',
    title: 'Place images',
    about: 'You will see a preview first. Nothing changes until you place the images.'
  },

  part: {
    label: 'Time window',
    whole: 'The whole track',
    lengths: { 360: '6 hours', 60: '1 hour', 10: '10 minutes', 2: '2 minutes' },
    earlier: 'Earlier',
    later: 'Later'
  },

  plot: {
    depthTitle: (track: string) => `Depth of ${track} over time, with the times of images`,
    latitudeTitle: (track: string) => `Latitude of ${track} over time, with the times of images`,
    depthRange: (from: string, to: string) => `Depth from ${from} to ${to}.`,
    latitudeRange: (from: string, to: string) => `Latitude from ${from} to ${to}.`,
    images: (count: number, withDepth: number) =>
      `${formatCount(count, 'image')} in this part of the track, ${formatNumber(withDepth, 0)} with ${withDepth === 1 ? 'its' : 'their'} own depth.`,
    time: (day: string) => `Time, UTC (${day})`,
    depth: 'Depth, m',
    latitude: 'Latitude, °',
    trackDepth: 'depth of the track',
    trackLatitude: 'latitude of the track',
    image: 'an image',
    imageWithDepth: 'an image with its own depth'
  },

  clock: {
    label: 'Camera clock offset',
    about: 'Added to the time of each image: 5 for a camera that is 5 s slow.',
    wrong: 'Enter a number of seconds, such as −12.5',
    steps: 'Shift the images',
    earlier: (seconds: number) => `${seconds} s earlier`,
    later: (seconds: number) => `${seconds} s later`
  },

  form: {
    facts: 'Values for the images',
    seaFloorDepth: 'Depth of the sea floor, by echo sounder',
    overwrite: 'Overwrite existing values',
    gap: 'Longest gap between fixes',
    wrongGap: (most: number) => `Enter a number of seconds from 0 to ${most}`,
    gapAbout: 'Images within longer gaps are left out.',
    search: 'Only images with this text in their name',
    camera: 'Camera',
    everyCamera: 'All cameras',
    unknownCamera: 'Unknown camera',
    cameraImages: (camera: string, images: number) => `${camera} (${formatCount(images, 'image')})`,
    severalCameras: (count: number) =>
      `This time span has images from ${formatCount(count, 'camera')}. Each camera has its own clock, so place the images of one camera at a time.`
  },

  preview: {
    noFacts: 'Choose at least one value to write to the images.',
    failed: 'The preview could not be computed',
    loading: 'Computing preview',
    noChange: 'No images will change.',
    changes: (count: number) => `${formatCount(count, 'image')} will change.`,
    changesAndOverwrites: (count: number, overwritten: number) =>
      `${formatCount(count, 'image')} will change; ${formatNumber(overwritten)} will lose a value.`,
    onTrack: 'On the track',
    outside: 'Outside its time span',
    gap: 'Gap too long',
    timeless: 'Without a time',
    kept: 'Keep existing values',
    widestGap: 'Widest gap used',
    table: 'Images that will change',
    image: 'Image',
    time: 'Time, UTC',
    position: 'Position',
    depth: 'Depth, m',
    height: 'Height, m',
    heading: 'Heading, °',
    notPlaced: 'The images could not be placed',
    nothing: 'Nothing to place',
    submit: (count: number) => `Place ${formatCount(count, 'image')}`,
    placing: (count: number) => `Placing ${formatCount(count, 'image')}`,
    by: (track: string) => `From ${track}.`
  },

  placements: {
    title: 'Placed images',
    description: 'Placements from the last 30 days. Undoing one restores the previous values of its images.',
    failed: 'The placements could not be loaded',
    loading: 'Loading placements',
    deletedAccount: formerMember,
    undo: 'Undo',
    undoOf: (outcome: string) => `Undo: ${outcome}`,
    notUndone: 'The placement could not be undone',
    refused,
    placed: (count: number, track: string) => `${formatCount(count, 'image')} placed from ${track}`,
    stopped: (count: number, track: string) => `Stopped: ${formatCount(count, 'image')} placed from ${track}`,
    undone: (count: number, track: string) => `Undone: ${formatCount(count, 'image')} placed from ${track}`,
    undoneInPart: (count: number, track: string, kept: number) =>
      `Undone: ${formatCount(count, 'image')} placed from ${track}; ${formatNumber(kept)} edited since then ${kept === 1 ? 'stays' : 'stay'}`,
    gap: (seconds: number) => `gap ${formatNumber(seconds)} s`,
    clock: (seconds: number) => `clock ${seconds > 0 ? '+' : ''}${formatNumber(seconds, 3)} s`,
    overwriting: 'overwriting',
    placing: 'Placing',
    undoing: 'Undoing'
  }
}
