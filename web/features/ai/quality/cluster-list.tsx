import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MeasuredImage, QualityCluster } from '../../../../shared/contracts/image-quality.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { qualityClustersOf, qualityImagesOf } from '../queries.ts'
import type { Chosen } from '../use-chosen.ts'
import { ImageTiles } from './image-tiles.tsx'
import styles from './quality.module.css'
import { qualityTexts as words } from './texts.ts'

interface ClusterListProps {
  projectId: string
  mayEdit: boolean
  chosen: Chosen
}

/** Clusters of near-duplicates, largest first. */
export function ClusterList(props: ClusterListProps) {
  const pages = useInfiniteQuery(qualityClustersOf(props.projectId))
  return (
    <Loaded query={pages} failed={words.failed} skeleton={<SkeletonRows rows={4} height="12rem" label={words.loading} />}>
      {data => (
        <>
          <ul className={styles.clusters} aria-label={words.clusters}>
            {data.pages
              .flatMap(({ items }) => items)
              .map(cluster => (
                <Cluster key={cluster.id} {...props} cluster={cluster} />
              ))}
          </ul>
          {pages.hasNextPage && (
            <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage({ cancelRefetch: false })}>
              {words.more}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Near-duplicates of one cluster: the first ones, or all of them page by page. */
function Cluster({ cluster, ...props }: ClusterListProps & { cluster: QualityCluster }) {
  const [isWhole, setIsWhole] = useState(false)
  const all = useInfiniteQuery({ ...qualityImagesOf(props.projectId, { show: 'cluster', clusterId: cluster.id }), enabled: isWhole })
  const images = (isWhole && all.data?.pages.flatMap(({ items }) => items)) || cluster.images
  const title = words.cluster(cluster.count)
  return (
    <li>
      <div className={styles.head}>
        <h2>{title}</h2>
        {props.mayEdit && (
          <Button size="small" variant="quiet" onClick={() => props.chosen.add(allButSharpest(images))}>
            {words.allButSharpest}
          </Button>
        )}
      </div>
      <ImageTiles {...props} label={title} images={images} />
      {images.length < cluster.count && (!isWhole || all.hasNextPage || all.isFetching) && (
        <div>
          <Button
            size="small"
            busy={isWhole && all.isFetching}
            onClick={() => {
              if (isWhole) void all.fetchNextPage({ cancelRefetch: false })
              else setIsWhole(true)
            }}
          >
            {isWhole ? words.more : words.showAll(cluster.count)}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Returns the ids of all images of a cluster except the sharpest one. */
function allButSharpest(images: readonly MeasuredImage[]): string[] {
  const sharpest = images.reduce<MeasuredImage | null>((best, image) => (best && best.sharpness >= image.sharpness ? best : image), null)
  return images.flatMap(({ mediaId }) => (mediaId === sharpest?.mediaId ? [] : [mediaId]))
}
