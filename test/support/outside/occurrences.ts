import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export type Occurrence = Record<string, unknown>

const folder = '../shared/data/occurrences'
const reefFile = `${folder}/obis-10k.jsonl.gz`
const crabFile = `${folder}/obis-leptuca-thayeri.json`
/** Path of a GBIF download with 470 records. */
export const gbifArchive = `${folder}/gbif-download-dwca.zip`

/** Reason to skip a test of real records, or false. */
export const withoutRealRecords = ![reefFile, crabFile, gbifArchive].every(file => existsSync(file)) && `${folder} is not there`

/** Reads 10,000 occurrences of a reef survey in Tonga, 2016–2018, as OBIS exports them. */
export const reefRecords = (): Occurrence[] =>
  gunzipSync(readFileSync(reefFile))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

/** Reads 271 occurrences of one crab with real faults. */
export const crabRecords = (): Occurrence[] => JSON.parse(readFileSync(crabFile, 'utf8')).results

const names = ['Ctenochaetus striatus', 'Acanthurus triostegus', 'Zebrasoma scopas']

/** Generates occurrences of three fishes along a line of stations. */
export const drawnRecords = (count: number): Occurrence[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `drawn-${String(place + 1).padStart(5, '0')}`,
    dataset_id: 'drawn-dataset',
    occurrenceID: `urn:drawn:${place + 1}`,
    scientificName: names[place % names.length],
    aphiaID: 219661 + (place % names.length),
    decimalLatitude: -20 - (place % 10) / 100,
    decimalLongitude: -174.8,
    eventDate: `201${6 + (place % 3)}-05-${String(1 + (place % 28)).padStart(2, '0')}`,
    minimumDepthInMeters: 5,
    maximumDepthInMeters: 5 + (place % 5),
    individualCount: String(1 + (place % 4)),
    basisOfRecord: 'HumanObservation',
    shoredistance: 900,
    bathymetry: 12,
    sst: 26.2,
    flags: []
  }))
