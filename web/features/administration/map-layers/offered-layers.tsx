import { useMutation } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { CapabilitiesInquiry, MapLayerValues } from '../../../../shared/contracts/map-layers.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { Select } from '../../../ui/select.tsx'
import { headersIn, type LayerForm } from './layer-draft.ts'
import styles from './map-layers.module.css'
import { readLayers } from './queries.ts'
import { texts } from './texts.ts'

const { offered: words } = texts.form

interface OfferedLayersProps {
  form: UseFormReturn<LayerForm>
  kind: CapabilitiesInquiry['kind']
  /** Layer being edited, whose stored headers are used; null for a new one. */
  layerId: string | null
  onFill: (values: MapLayerValues) => void
}

/** Choice among the layers that a WMS or WMTS server offers. The chosen layer fills in the form. Secrets for one host are not kept for another. */
export function OfferedLayers({ form, kind, layerId, onFill }: OfferedLayersProps) {
  const { mutate: read, data, error, isPending } = useMutation(readLayers())
  const address = form.watch('address').trim()
  const layers = data?.layers ?? []

  function choose(index: number): void {
    const layer = layers[index]
    if (!layer) return
    if (originOf(layer.address) !== originOf(address)) {
      form.setValue('headers', '', { shouldDirty: true })
      form.setValue('isOwnNetwork', false, { shouldDirty: true })
    }
    form.setValue('address', layer.address, { shouldDirty: true, shouldValidate: true })
    form.setValue('projection', layer.projection, { shouldDirty: true })
    if (layer.wmsLayers) form.setValue('wmsLayers', layer.wmsLayers, { shouldDirty: true, shouldValidate: true })
    form.setValue('wmsStyles', '', { shouldDirty: true })
    onFill(layer.values)
  }

  return (
    <div className={styles.archives}>
      <FormSummary title={error ? sentenceOf(error, words.failed) : null} />
      <Button
        size="small"
        busy={isPending}
        disabled={address === ''}
        onClick={() => read({ kind, address, isOwnNetwork: form.getValues('isOwnNetwork'), ...headersOf(form.getValues(), layerId) })}
      >
        {words.read}
      </Button>
      {data && (
        <Select
          label={words.label}
          description={layers.length > 0 ? words.about : words.none}
          options={[
            { value: '', label: words.choose },
            ...layers.map(({ title, wmsLayers, projection }, index) => ({
              value: String(index),
              label: words.layer(title, wmsLayers, projection)
            }))
          ]}
          onChange={event => event.target.value !== '' && choose(Number(event.target.value))}
        />
      )}
    </div>
  )
}

/** New headers in a form, or the id of the layer whose stored headers stay; empty without either. */
function headersOf({ headers, removeHeaders }: LayerForm, layerId: string | null): Pick<CapabilitiesInquiry, 'headers' | 'layerId'> {
  const given = headersIn(headers) ?? []
  if (given.length > 0) return { headers: given }
  return layerId === null || removeHeaders ? {} : { layerId }
}

const originOf = (address: string): string | null => URL.parse(address.replace(/\{[^{}]*\}/g, '0'))?.origin ?? null
