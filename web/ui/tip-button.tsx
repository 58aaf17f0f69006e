import { IconButton, type IconButtonProps } from './button.tsx'
import { Tooltip, type TooltipProps } from './tooltip.tsx'

interface TipButtonProps extends Omit<IconButtonProps, 'title'> {
  /** In the tooltip instead of the label. */
  tip?: string
  keys?: string
  placement?: TooltipProps['placement']
}

/** An icon with a tooltip, on hover and on focus. */
export function TipButton({ tip, keys, placement, ...button }: TipButtonProps) {
  return (
    <Tooltip text={tip ?? button.label} keys={keys} placement={placement}>
      <IconButton {...button} title="" />
    </Tooltip>
  )
}
