import type { CoverQuery } from '../../../../shared/contracts/results.ts'
import { coverOfSums } from '../../../../shared/statistics/percent-cover.ts'
import { wilsonInterval } from '../../../../shared/statistics/wilson.ts'
import type { CountedQuery } from '../../results/counted.ts'
import { coverOf } from '../../results/cover.ts'
import { columnOfGroup } from './abundance-table.ts'
import { inFile } from './given-places.ts'
import { countedChoice } from './source-annotations.ts'
import { writeTable } from './table-file.ts'
import type { Writing, Written } from './writing.ts'

const columns = [
  ...['label', 'scientificName', 'taxonRank', 'points', 'scorablePoints', 'share', 'low95', 'high95', 'meanOfImages', 'standardError'],
  ...['images', 'imagesScored', 'unscorablePoints', 'unnamedPoints']
]

/**
 * Writes percent cover as on the Results page. Each row pairs a label with an image, site, survey, depth band or day. The cover is 0 where no point
 * has the label.
 */
export async function writeCoverTable({ db, source, path, options, losses }: Writing): Promise<Written> {
  const { fileType = 'csv', groupBy = 'image', depthBandInMeters, rank, unscorable: left } = options
  const query: CountedQuery<CoverQuery> = {
    ...countedChoice(options),
    groupBy,
    ...(depthBandInMeters !== undefined && { depthBandInMeters }),
    ...(rank !== undefined && { rank }),
    ...(left !== undefined && { unscorable: left })
  }
  const { taxa, groups, all } = await coverOf(db, inFile(source.id, options), query)
  for (let each = 0; each < all.leftOut; each++) losses.add(`A point with no ${rank} above its label has no row, but counts as scorable`)
  async function* rows() {
    for (const { name, covers, scorable, images, imagesScored, unscorable, unnamed } of groups) {
      const byTaxon = new Map(covers.map(cover => [cover.taxon, cover]))
      for (const [index, taxon] of taxa.entries()) {
        const cover = byTaxon.get(index)
        const points = cover?.points ?? 0
        const interval = scorable > 0 ? wilsonInterval(points, scorable) : null
        const absent = coverOfSums({ images: imagesScored, shares: 0, squares: 0 })
        const error = cover ? cover.standardError : absent?.standardError
        yield [
          ...[name, taxon.name, taxon.scientificName, taxon.taxonRank, points, scorable],
          ...[interval && points / scorable, interval?.low, interval?.high, cover?.meanOfImages ?? absent?.mean, error],
          ...[images, imagesScored, unscorable, unnamed]
        ]
      }
    }
  }
  await writeTable({ path, fileType, losses }, { name: 'Percent cover', columns: [columnOfGroup(groupBy), ...columns], rows: rows() })
  return { imageCount: all.images, annotationCount: all.points }
}
