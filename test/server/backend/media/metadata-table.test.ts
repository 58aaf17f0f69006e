import t from 'tap'
import { rowReader } from '../../../../server/backend/media/metadata-rows.ts'
import { openTable } from '../../../../server/backend/media/metadata-table.ts'

/** Returns the columns and the rows of a table as they are interpreted. */
async function read(text: string | Buffer) {
  const { columns, decimalComma, rows } = await openTable(Buffer.from(text as string))
  const understand = rowReader(columns, decimalComma)
  const all = []
  for await (const row of rows) all.push({ row: row.row, ...understand(row) })
  return { meanings: Object.fromEntries(columns.map(({ name, meaning }) => [name, meaning])), rows: all }
}

t.test('BIIGLE, navigation table and Darwin Core columns are recognised', async t => {
  const headers: [string, Record<string, string>][] = [
    [
      'filename,taken_at,lng,lat,gps_altitude,distance_to_ground,area,yaw',
      {
        filename: 'fileName',
        taken_at: 'eventDate',
        lng: 'decimalLongitude',
        lat: 'decimalLatitude',
        gps_altitude: 'gpsAltitude',
        distance_to_ground: 'altitudeInMeters',
        area: 'areaInSquareMeters',
        yaw: 'metadata'
      }
    ],
    [
      'file,SUB_datetime,SUB_latitude,SUB_longitude,SUB_depth,SUB_distance,SUB_heading',
      {
        SUB_datetime: 'eventDate',
        SUB_latitude: 'decimalLatitude',
        SUB_longitude: 'decimalLongitude',
        SUB_depth: 'depthInMeters',
        SUB_distance: 'altitudeInMeters',
        SUB_heading: 'metadata'
      }
    ],
    [
      'file,utc,lat,lon,dep,alt,hgt,uncert',
      { utc: 'eventDate', dep: 'depthInMeters', hgt: 'altitudeInMeters', alt: 'metadata', uncert: 'metadata' }
    ],
    [
      'file,date time,USBL.PTSAG.2.Latitude,USBL.PTSAG.2.Longitude,USBL.PTSAG.2.Depth',
      { 'date time': 'eventDate', 'USBL.PTSAG.2.Latitude': 'decimalLatitude', 'USBL.PTSAG.2.Depth': 'depthInMeters' }
    ],
    [
      'file\tDate\tTime\tSUB1_Lat\tSUB1_Lon\tSUB1_USBL_Depth\tSUB1_Altitude',
      { Date: 'date', Time: 'time', SUB1_Lat: 'decimalLatitude', SUB1_USBL_Depth: 'depthInMeters', SUB1_Altitude: 'altitudeInMeters' }
    ],
    [
      'file;DATE/TIME;LATITUDE;LONGITUDE;DEPTH, water [m];Height above sea floor/altitude [m]',
      { 'DATE/TIME': 'eventDate', 'DEPTH, water [m]': 'depthInMeters', 'Height above sea floor/altitude [m]': 'altitudeInMeters' }
    ],
    [
      'file,datetime,latitude [deg],longitude [deg],depth [m],altitude [m]',
      { 'latitude [deg]': 'decimalLatitude', 'depth [m]': 'depthInMeters', 'altitude [m]': 'metadata' }
    ],
    [
      'file,pose.timestamp,pose.lat,pose.lon,pose.dep,pose.alt',
      { 'pose.timestamp': 'eventDate', 'pose.dep': 'depthInMeters', 'pose.alt': 'altitudeInMeters' }
    ],
    [
      'associatedMedia,eventDate,decimalLatitude,decimalLongitude,minimumDepthInMeters,habitat',
      { associatedMedia: 'fileName', eventDate: 'eventDate', minimumDepthInMeters: 'depthInMeters', habitat: 'metadata' }
    ]
  ]
  for (const [header, expected] of headers) t.match((await read(`${header}\n`)).meanings, expected, header)
})

t.test('the last of two columns with the same meaning applies, and a depth takes precedence over an altitude', async t => {
  t.match((await read('filename,lat,latitude,lng\n')).meanings, { lat: 'ignored', latitude: 'decimalLatitude' })
  t.match((await read('filename,depth,gps_altitude\n')).meanings, { depth: 'depthInMeters', gps_altitude: 'ignored' })
})

t.test('the example of the BIIGLE manual is read: an altitude below sea level is a depth', async t => {
  const { rows } = await read(
    'filename,taken_at,lng,lat,gps_altitude,distance_to_ground,area,yaw\nIMG-0001.jpg,2024-06-02 04:29:27,-30.251234,40.051234,-1874.5,2.1,5.1,21\n'
  )
  t.match(rows, [
    {
      row: 2,
      fileName: 'IMG-0001.jpg',
      facts: {
        eventDate: '2024-06-02T04:29:27.000Z',
        decimalLatitude: 40.051234,
        decimalLongitude: -30.251234,
        depthInMeters: 1874.5,
        altitudeInMeters: 2.1
      },
      metadata: { area: '5.1', yaw: '21' },
      problems: []
    }
  ])
})

t.test('an area is square metres of the image, or the name of a place', async t => {
  t.match((await read('filename;Image area [m²]\na.jpg;2,25\n')).rows, [{ metadata: { area: '2.25' }, problems: [] }])
  t.match((await read('filename,Area\na.jpg,North reef\n')).rows, [{ metadata: { area: 'North reef' }, problems: [] }])
  t.match((await read('filename,area\na.jpg,-3\n')).rows, [{ metadata: {}, problems: [{ column: 'area', message: /not between/ }] }])
})

t.test('real tables are read: byte order mark, semicolons and decimal commas, tabs, UTF-16, Windows-1252, quotes over lines', async t => {
  const facts = { decimalLatitude: 54.325, decimalLongitude: 10.18, depthInMeters: 12.5 }
  t.match((await read('\ufefffilename;lat;lon;depth\r\na.jpg;54,325;10,18;12,5\r\n')).rows, [{ fileName: 'a.jpg', facts }])
  t.match((await read('filename\tlat\tlon\tdepth\na.jpg\t54.325\t10.18\t12.5')).rows, [{ facts }])
  t.match((await read(Buffer.from('\ufefffilename,lat,lon,depth\na.jpg,54.325,10.18,12.5', 'utf16le'))).rows, [{ facts }])
  t.match((await read(Buffer.from('filename,Gerät\na.jpg,Tauchgang 3 · Süd', 'latin1'))).rows, [
    { metadata: { Gerät: 'Tauchgang 3 · Süd' } }
  ])
  t.match((await read('filename,note\na.jpg,"two\nlines, ""quoted"""\n\nb.jpg,x\n')).rows, [
    { row: 3, metadata: { note: 'two\nlines, "quoted"' } },
    { row: 5, fileName: 'b.jpg' }
  ])
  t.match((await read('/* DATA DESCRIPTION:\nCitation: x\n*/\nfilename\tdepth\na.jpg\t5\n')).rows, [
    { row: 5, facts: { depthInMeters: 5 } }
  ])
})

t.test('day and time of day can be in two columns', async t => {
  t.match((await read('file\tDate\tTime\na.jpg\t2024-06-02\t04:29:27')).rows, [{ facts: {}, clock: '2024-06-02T04:29:27.000' }])
})

t.test('an unusable table is refused with an explanation', async t => {
  const refusal = (text: string | Buffer) =>
    openTable(Buffer.from(text as string)).then(
      () => null,
      error => ({ status: error.statusCode, sentence: error.message })
    )
  t.match(await refusal(''), { status: 422, sentence: 'The table is empty' })
  t.match(await refusal('\n\n'), { status: 422 })
  t.match(await refusal('lat,lng\n1,2'), { status: 422, sentence: /No column contains the file names.*It contains: lat, lng/ })
  t.match(await refusal(Buffer.from('PK\x03\x04xlsx')), { status: 415, sentence: /an Excel workbook/ })
  t.match(await refusal(Buffer.from([0x89, 0, 1, 2])), { status: 415, sentence: /not a text file/ })
  t.match(await refusal(`filename,${Array(600).fill('x').join(',')}\n`), { status: 422, sentence: /601 columns; at most 500/ })
  await t.rejects(read('filename,note\na.jpg,"open\nb.jpg,x\n'), { statusCode: 422, message: /quotation marks do not match up/ })
})

t.test('half a position, and the position 0, 0, are reported and not used; the rest of the row is', async t => {
  const { rows } = await read('filename,lat,lon,depth\na.jpg,10,,5\nb.jpg,,20,5\nc.jpg,0,0,5\nd.jpg,95,20,5\n')
  for (const row of rows) {
    t.same(row.facts, { depthInMeters: 5 })
    t.equal(row.problems.length, 1)
  }
})

t.test('a column gives the unit of its lengths and the zone of its times, unless a cell has its own', async t => {
  // 40 ft × 0.3048 = 12.192 m
  for (const header of ['depth_ft', 'depth [ft]', 'Depth (feet)', 'DEPTH ft'])
    t.match((await read(`filename,${header}\na.jpg,40\nb.jpg,12 m\n`)).rows, [
      { facts: { depthInMeters: 12.192 } },
      { facts: { depthInMeters: 12 } }
    ])
  t.match((await read('filename,depth_ft\n')).meanings, { depth_ft: 'depthInMeters' })
  t.match((await read('filename,note_ft,max depth ft\n')).meanings, { note_ft: 'metadata', 'max depth ft': 'metadata' })
  const time = '2024-06-02 04:29:27'
  const zoneOf = async (header: string) => (await read(`filename,${header}\na.jpg,${time}\n`)).rows.map(({ clock }) => clock ?? 'UTC')
  for (const header of [
    'taken_at',
    'SUB_datetime',
    'utc',
    'datetime_utc',
    'timestamp (UTC)',
    'DATE/TIME',
    'image-datetime',
    'pose.timestamp'
  ])
    t.same(await zoneOf(header), ['UTC'], header)
  for (const header of ['date time', 'datetime', 'timestamp', 'eventDate', 'captured_at'])
    t.same(await zoneOf(header), ['2024-06-02T04:29:27.000'], header)
  t.match((await read('filename,Date UTC,Time\na.jpg,2024-06-02,04:29:27\n')).rows, [{ clock: null }])
})

t.test('a row of SQUIDLE+ is read', async t => {
  const { rows } = await read(
    'point.media.key,pose.timestamp,pose.lat,pose.lon,pose.dep,pose.alt\na.jpg,2024-06-02T04:29:27.5,-32.1,115.25,21.4,1.9\n'
  )
  t.match(rows, [
    {
      fileName: 'a.jpg',
      facts: {
        eventDate: '2024-06-02T04:29:27.500Z',
        decimalLatitude: -32.1,
        decimalLongitude: 115.25,
        depthInMeters: 21.4,
        altitudeInMeters: 1.9
      },
      problems: []
    }
  ])
})
