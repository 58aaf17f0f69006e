import type { Cover, CoverGroup, TaxonCover } from '../../../shared/contracts/results.ts'
import { wilsonInterval } from '../../../shared/statistics/wilson.ts'
import type { CsvTable } from '../../charts/csv.ts'

/** Cover of one taxon in a group. An absent taxon has an interval too. Null without scorable points. */
export function coverIn({ covers, scorable, imagesScored }: CoverGroup, place: number): TaxonCover | null {
  if (scorable === 0) return null
  const ofImages = { meanOfImages: 0, standardError: imagesScored < 2 ? null : 0 }
  return covers.find(({ taxon }) => taxon === place) ?? { taxon: place, points: 0, share: 0, ...wilsonInterval(0, scorable), ...ofImages }
}

/** Builds a table with one row for each taxon in each group, also where it is absent, like the exported one. */
export function coverRows({ taxa, groups }: Pick<Cover, 'taxa' | 'groups'>, firstColumn: string): CsvTable {
  return {
    columns: [
      ...[firstColumn, 'images', 'points', 'scorablePoints', 'unscorablePoints', 'unnamedPoints', 'taxon', 'scientificName', 'taxonRank'],
      ...['taxonPoints', 'coverPercent', 'low', 'high', 'meanOfImagesPercent', 'standardError']
    ],
    rows: groups.flatMap(group =>
      taxa.map(({ name, scientificName, taxonRank }, place) => [
        ...[group.name, group.imagesScored, group.points, group.scorable, group.unscorable, group.unnamed, name, scientificName, taxonRank],
        ...numbersOf(coverIn(group, place))
      ])
    )
  }
}

function numbersOf(cover: TaxonCover | null): (number | null)[] {
  if (!cover) return [0, null, null, null, null, null]
  const { points, share, low, high, meanOfImages, standardError } = cover
  return [points, share * 100, low * 100, high * 100, meanOfImages * 100, standardError === null ? null : standardError * 100]
}
