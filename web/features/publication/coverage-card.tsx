import { Link } from 'react-router-dom'
import { labelPath } from '../../../shared/addresses.ts'
import type { PublicationCoverage } from '../../../shared/contracts/publication.ts'
import { formatCount, formatDays, formatPosition } from '../../ui/format.ts'
import { Loaded, type Loading } from '../../ui/loaded.tsx'
import { Facts } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import { taxonNamed } from '../../ui/taxon-named.ts'
import { Card } from './card.tsx'
import styles from './publication.module.css'

interface CoverageCardProps {
  projectId: string
  coverage: Loading<PublicationCoverage>
}

const mostShown = 24

function cornersOf({ west, east, north, south }: NonNullable<PublicationCoverage['bounds']>): string {
  const [from, to] = [formatPosition(north, west, 4), formatPosition(south, east, 4)]
  return from === to ? from : `${from} to ${to}`
}

/** Where, when and of what the data are, as an archive will say it. */
export function CoverageCard({ projectId, coverage }: CoverageCardProps) {
  return (
    <Card title="Coverage" description="Computed of images that were looked at, and of what people marked or confirmed on them.">
      <Loaded
        query={coverage}
        failed="The coverage could not be computed"
        skeleton={<SkeletonRows rows={4} label="Computing the coverage" />}
      >
        {({ imageCount, annotationCount, bounds, dates, taxa, taxonCount }) => {
          const named = taxa.filter(({ scientificName }) => scientificName !== null)
          return (
            <Facts
              className={styles.facts}
              facts={[
                { name: 'Data', value: `${formatCount(imageCount, 'image')}, ${formatCount(annotationCount, 'annotation')}` },
                {
                  name: 'Place',
                  value: bounds ? <span className={styles.corners}>{cornersOf(bounds)}</span> : 'No image has a position'
                },
                { name: 'Time', value: dates ? formatDays(dates.begin, dates.end) : 'No image has a time' },
                {
                  name: 'Taxa',
                  value:
                    named.length === 0 ? (
                      'No annotation has a label that is a taxon'
                    ) : (
                      <ul className={styles.taxa}>
                        {named.slice(0, mostShown).map(({ labelId, scientificName, taxonRank }) => (
                          <li key={labelId}>
                            <Link to={labelPath(projectId, labelId)}>
                              <TaxonName label={taxonNamed(scientificName ?? '', taxonRank)} />
                            </Link>
                          </li>
                        ))}
                        {named.length > mostShown && <li>and {formatCount(named.length - mostShown, 'more', 'more')}</li>}
                        {taxonCount > taxa.length && <li>of {formatCount(taxonCount, 'label')} in use</li>}
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
