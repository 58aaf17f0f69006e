/** UI strings for the details beside an image, and for the form that edits them. */
export const texts = {
  /** Key under which older servers report the zone that they assumed for a time without a zone. */
  zoneRemark: 'Time zone',
  unknown: 'not known',
  copy: (name: string) => `Copy ${name}`,

  facts: {
    taken: 'Taken',
    edit: 'Edit',
    time: 'Time',
    position: 'Position',
    depth: 'Depth',
    altitude: 'Height above sea floor',
    camera: 'Camera',
    tables: 'From attached tables',
    exif: 'From the camera (EXIF)',
    file: 'File',
    size: 'Size',
    format: 'Format',
    added: 'Added',
    addedBy: (time: string, by: string) => `${time} by ${by}`,
    copyDegrees: 'Copy decimal degrees',
    copyMinutes: 'Copy degrees and minutes',
    setClock: 'Set the camera clock',
    changeClock: 'Change the camera clock'
  },

  cover: {
    isCover: 'Cover of this project',
    use: 'Use as project cover',
    changed: 'Cover changed',
    notChanged: 'The cover could not be changed',
    tryAgain: 'Try again.'
  },

  form: {
    title: 'Edit details',
    names: {
      fileName: 'Name',
      eventDate: 'Time taken',
      decimalLatitude: 'Latitude',
      decimalLongitude: 'Longitude',
      depthInMeters: 'Depth',
      altitudeInMeters: 'Height above sea floor'
    },
    timeAbout: 'In UTC, for example 2019-11-20 22:14:22',
    latitudeAbout: '36.79, or 36 47.4 N',
    longitudeAbout: '-122.07, or 122 4.2 W',
    depthAbout: 'Positive down',
    saved: 'Details saved',
    notSaved: 'The details could not be saved',
    refused: 'The server rejected the request.',
    safe: 'Your input is still here.',
    save: 'Save',
    cancel: 'Cancel'
  },

  faults: {
    name: 'An image needs a name.',
    time: 'Enter the date and time in UTC, for example 2019-11-20 22:14:22.',
    latitude: 'Enter a latitude from 90 S to 90 N, for example 36.79 or 36 47.4 N.',
    longitude: 'Enter a longitude from 180 W to 180 E, for example -122.07 or 122 4.2 W.',
    position: 'A position needs both latitude and longitude.',
    depth: 'Enter metres below the surface, up to 11 000.',
    altitude: 'Enter metres above the sea floor, from 0 to 11 000.'
  },

  conflict: {
    title: 'Someone else changed this image',
    about: 'Your changes are not saved yet. Compare both versions, then choose one.',
    fact: 'Detail',
    yours: 'Yours',
    theirs: 'Theirs',
    notKnown: 'not known',
    keepMine: 'Save my changes',
    edit: 'Continue editing',
    takeTheirs: 'Keep theirs'
  },

  /** Sentences about the origin of an image's time. */
  basis: {
    noZone: (clock: string | null) => `The camera’s clock showed ${clock}, without a time zone.`,
    assumed: 'The camera recorded no time zone. Its clock was assumed to be set to UTC.',
    setTo: (clock: string | null, zone: string | null, error: string) =>
      `The camera’s clock showed ${clock}. It was set to ${zone}${error}.`,
    fast: (span: string) => ` and ${span} fast`,
    slow: (span: string) => ` and ${span} slow`,
    table: 'Taken from a table or an imported file.',
    person: 'Entered by a person.',
    zone: (zone: string | number) => `Time zone: ${zone}.`
  }
}
