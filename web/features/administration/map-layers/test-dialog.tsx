import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminMapLayer } from '../../../../shared/contracts/map-layers.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import styles from './map-layers.module.css'
import { testPicture } from './queries.ts'
import { texts } from './texts.ts'

const { testing } = texts

/** Dialog with one tile of a layer, or the reason why there is none. */
export function TestDialog({ layer, onClose }: { layer: AdminMapLayer; onClose: () => void }) {
  const { data: picture, error } = useQuery(testPicture(layer))
  return (
    <Dialog title={testing.title(layer.name)} isOpen onClose={onClose} actions={<Button onClick={onClose}>{testing.close}</Button>}>
      <div className={styles.test}>
        {error && <FormSummary title={testing.failed} errors={[{ message: reasonOf(error) }]} />}
        {picture ? <Picture blob={picture} /> : !error && <SkeletonRows rows={1} height="16rem" label={testing.loading} />}
        <p>{layer.attribution}</p>
      </div>
    </Dialog>
  )
}

const reasonOf = (error: Error) =>
  error instanceof ApiError && error.status === 404 ? testing.missing : sentenceOf(error, testing.unknown)

function Picture({ blob }: { blob: Blob }) {
  const [url, setUrl] = useState<string>()
  const [isDamaged, setDamaged] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (isDamaged) return <FormSummary title={testing.failed} errors={[{ message: testing.damaged }]} />
  return url && <img className={styles.picture} src={url} alt={testing.picture} width={256} height={256} onError={() => setDamaged(true)} />
}
