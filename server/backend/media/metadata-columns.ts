import { type LengthUnit, lengthUnit } from './written-lengths.ts'

/** Fact about an image that a column of a metadata table can contain. */
export type Meaning =
  | 'fileName'
  | 'eventDate'
  | 'date'
  | 'time'
  | 'decimalLatitude'
  | 'decimalLongitude'
  | 'depthInMeters'
  | 'gpsAltitude'
  | 'altitudeInMeters'
  | 'areaInSquareMeters'

export interface Column {
  /** Name as in the header. */
  name: string
  /** `metadata` columns are stored unchanged. `ignored` columns contain a fact that another column supplies. */
  meaning: Meaning | 'metadata' | 'ignored'
  /** Whether the name is "altitude", which may be measured from the sea floor or from sea level. */
  ambiguous: boolean
  /** Unit of lengths in this column. A unit in a cell takes precedence. */
  unit: LengthUnit
  /** Whether the format defines its times as UTC. These formats are BIIGLE, MarIQT, iFDO, PANGAEA and SQUIDLE+. */
  isUtc: boolean
}

/*
 * Columns of BIIGLE and of navigation tables (MarIQT, ACMW, DSHIP, Ranger 2, OFOP, PANGAEA, O2A, SQUIDLE+), image fields of iFDO, and
 * Darwin Core terms. Names are compared in lower case. Runs of spaces, `_` and `-` count as a single space.
 */
const names: [Meaning, RegExp][] = [
  [
    'fileName',
    /^(file ?name|file|image|image file ?name|image name|image filename|media|name|associatedmedia|((point|pose)[ .])?media[ .]key)$/
  ],
  [
    'eventDate',
    /^(taken at|sub datetime|utc|date ?time|date\/time|timestamp|pose\.timestamp|eventdate|image datetime|captured at|time utc)$/
  ],
  ['date', /^date( utc)?$/],
  ['time', /^time( utc)?$/],
  ['decimalLatitude', /^(lat|latitude|latitude \[deg\]|decimallatitude|sub\d* lat(itude)?|pose\.lat|image latitude|sys\.str\.poslat)$/],
  ['decimalLatitude', /^(usbl\.ptsag\.\d+\.latitude|ranger2\.psonlld\.\d+\.position latitude)$/],
  [
    'decimalLongitude',
    /^(lng|lon|long|longitude|longitude \[deg\]|decimallongitude|sub\d* lon(gitude)?|pose\.lon|image longitude|sys\.str\.poslon)$/
  ],
  ['decimalLongitude', /^(usbl\.ptsag\.\d+\.longitude|ranger2\.psonlld\.\d+\.position longitude)$/],
  [
    'depthInMeters',
    /^(dep|depth|depth m|depth \[m\]|depth, water \[m\]|water depth|sub\d* (usbl )?depth|pose\.dep|usbl\.ptsag\.\d+\.depth)$/
  ],
  [
    'depthInMeters',
    /^(ranger2\.psonlld\.\d+\.position depth|minimumdepthinmeters|maximumdepthinmeters|verbatimdepth|depthinmeters|image depth)$/
  ],
  ['gpsAltitude', /^(gps altitude|sub altitude|image altitude|image altitude meters|minimumelevationinmeters)$/],
  [
    'altitudeInMeters',
    /^(distance to ground|sub distance|hgt|height|pose\.alt|sub\d+ altitude|height above sea ?floor(\/altitude)?( \[m\])?)$/
  ],
  [
    'altitudeInMeters',
    /^(altitudeinmeters|altitude above (ground|sea ?floor)|minimumdistanceabovesurfaceinmeters|image meters above ground)$/
  ],
  ['areaInSquareMeters', /^(area|area m2|area sqm|image area( m2)?|image area square meters?|areainsquaremeters)( ?\[?m²\]?)?$/]
]

const utcName = /^(taken at|sub datetime|date\/time|image datetime|pose\.timestamp)$/
const times = new Set<Column['meaning']>(['eventDate', 'date', 'time'])
const positions = new Set<Column['meaning']>(['decimalLatitude', 'decimalLongitude'])
const lengths = new Set<Column['meaning']>(['depthInMeters', 'gpsAltitude', 'altitudeInMeters'])
/** Matches the unit suffix of a column name, as in `depth_ft`, `depth [ft]`, `lat (deg)` and `datetime [UTC]`. */
const unitSuffix = /^(.+?) ?(?: |\[|\()([a-z°]+)[\])]?$/

const ambiguousName = /^(alt|altitude|altitude m|altitude \[m\])$/

/**
 * Recognises the columns of a header. If two columns contain the same fact, the last one applies, as in BIIGLE. A depth takes precedence over a
 * GPS altitude.
 */
export function recogniseColumns(header: string[]): Column[] {
  const columns = header.map((name): Column => {
    const plain = name
      .normalize('NFC')
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
    const { meaning, unit } = meaningOf(plain)
    return {
      name: name.trim().slice(0, 100),
      meaning,
      ambiguous: ambiguousName.test(plain),
      unit,
      isUtc: utcName.test(plain) || /\butc\b/.test(plain)
    }
  })
  const has = (meaning: Meaning) => columns.some(column => column.meaning === meaning)
  const overruled = new Set<Column['meaning']>()
  if (has('eventDate')) overruled.add('date').add('time')
  else if (has('date') !== has('time') && has('time')) overruled.add('time')
  return columns.map((column, at) => {
    const repeated = column.meaning !== 'metadata' && columns.slice(at + 1).some(later => later.meaning === column.meaning)
    const depthGiven = column.meaning === 'gpsAltitude' && has('depthInMeters')
    if (repeated || depthGiven || overruled.has(column.meaning)) return { ...column, meaning: 'ignored' }
    return column
  })
}

function meaningOf(plain: string): Pick<Column, 'meaning' | 'unit'> {
  const known = (name: string) => names.find(([, pattern]) => pattern.test(name))?.[0]
  if (plain === '') return { meaning: 'ignored', unit: 'm' }
  const whole = known(plain)
  if (whole) return { meaning: whole, unit: 'm' }
  const [, name = '', word = ''] = unitSuffix.exec(plain) ?? []
  const meaning = known(name) ?? 'metadata'
  const unit = lengthUnit(word)
  if (unit && lengths.has(meaning)) return { meaning, unit }
  const belongs = /^(deg|degrees|°)$/.test(word) ? positions.has(meaning) : word === 'utc' && times.has(meaning)
  return { meaning: belongs ? meaning : 'metadata', unit: 'm' }
}
