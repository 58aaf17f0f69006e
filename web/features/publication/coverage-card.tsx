import { Link } from 'react-router-dom'
import { labelPath } from '../../../shared/addresses.ts'
import type { PublicationCoverage } from '../../../shared/contracts/publication.ts'
import { formatDays, formatPosition } from '../../ui/format.ts'
import { Loaded, type Loading } from '../../ui/loaded.tsx'
import { Facts } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import { taxonNamed } from '../../ui/taxon-named.ts'
import { Card } from './card.tsx'
import styles from './publication.module.css'
import { texts } from './texts.ts'

const { coverage: words } = texts

interface CoverageCardProps {
  projectId: string
  coverage: Loading<PublicationCoverage>
}

const mostShown = 24

function cornersOf({ west, east, north, south }: NonNullable<PublicationCoverage['bounds']>): string {
  const [from, to] = [formatPosition(north, west, 4), formatPosition(south, east, 4)]
  return from === to ? from : words.corners(from, to)
}

/** Card with the geographic, temporal and taxonomic coverage of the data, as exported in archives. */
export function CoverageCard({ projectId, coverage }: CoverageCardProps) {
  return (
    <Card title={words.title} description={words.description}>
      <Loaded query={coverage} failed={words.failed} skeleton={<SkeletonRows rows={4} label={words.loading} />}>
        {({ imageCount, annotationCount, bounds, dates, taxa, taxonCount }) => {
          const named = taxa.filter(({ scientificName }) => scientificName !== null)
          return (
            <Facts
              className={styles.facts}
              facts={[
                { name: words.data, value: words.counts(imageCount, annotationCount) },
                {
                  name: words.place,
                  value: bounds ? <span className={styles.position}>{cornersOf(bounds)}</span> : words.noPlace
                },
                { name: words.time, value: dates ? formatDays(dates.begin, dates.end) : words.noTime },
                {
                  name: words.taxa,
                  value:
                    named.length === 0 ? (
                      words.noTaxa
                    ) : (
                      <ul className={styles.taxa}>
                        {named.slice(0, mostShown).map(({ labelId, scientificName, taxonRank }) => (
                          <li key={labelId}>
                            <Link to={labelPath(projectId, labelId)}>
                              <TaxonName label={taxonNamed(scientificName ?? '', taxonRank)} />
                            </Link>
                          </li>
                        ))}
                        {named.length > mostShown && <li>{words.more(named.length - mostShown)}</li>}
                        {taxonCount > taxa.length && <li>{words.ofLabels(taxonCount)}</li>}
                      </ul>
                    )
                }
              ]}
            />
          )
        }}
      </Loaded>
    </Card>
  )
}
