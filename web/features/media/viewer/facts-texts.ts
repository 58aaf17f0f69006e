/** UI strings for the facts beside an image, and for the form that edits them. */
export const texts = {
  /** Name of the fact in which older servers report their reading of a time without a zone. */
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
    notChanged: 'The cover was not changed',
    tryAgain: 'Try again.'
  },

  form: {
    title: 'Edit facts',
    names: {
      fileName: 'Name',
      eventDate: 'Time taken',
      decimalLatitude: 'Latitude',
      decimalLongitude: 'Longitude',
      depthInMeters: 'Depth',
      altitudeInMeters: 'Height above sea floor'
    },
    timeAbout: 'UTC, as 2019-11-20 22:14:22',
    latitudeAbout: '36.79, or 36 47.4 N',
    longitudeAbout: '-122.07, or 122 4.2 W',
    depthAbout: 'Positive down',
    saved: 'Facts saved',
    notSaved: 'The facts were not saved',
    refused: 'The server refused.',
    safe: 'Your input is still here.',
    save: 'Save',
    cancel: 'Cancel'
  },

  faults: {
    name: 'An image needs a name.',
    time: 'Enter the date and time in UTC, for example 2019-11-20 22:14:22.',
    latitude: 'Between 90 S and 90 N, for example 36.79 or 36 47.4 N.',
    longitude: 'Between 180 W and 180 E, for example -122.07 or 122 4.2 W.',
    position: 'A position needs both latitude and longitude.',
    depth: 'Metres below the surface, up to 11 000.',
    altitude: 'Metres above the sea floor, 0 to 11 000.'
  },

  conflict: {
    title: 'Someone else changed this image',
    about: 'Your changes are not saved yet. Compare, then decide.',
    fact: 'Fact',
    yours: 'Yours',
    theirs: 'Theirs',
    notKnown: 'not known',
    keepMine: 'Save my changes',
    edit: 'Continue editing',
    takeTheirs: 'Keep theirs'
  },

  /** Basis of the time of an image. */
  basis: {
    noZone: (clock: string | null) => `The camera’s clock showed ${clock}, without a time zone.`,
    assumed: 'The camera gave no time zone: its clock was assumed to be UTC.',
    setTo: (clock: string | null, zone: string | null, error: string) =>
      `The camera’s clock showed ${clock}. It was set to ${zone}${error}.`,
    fast: (span: string) => ` and ${span} fast`,
    slow: (span: string) => ` and ${span} slow`,
    table: 'From a table or an imported file.',
    person: 'Entered by a person.',
    zone: (zone: string | number) => `Time zone: ${zone}.`
  }
}
