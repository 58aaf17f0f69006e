import { IconButton, type IconButtonProps } from './button.tsx'
import { Tooltip, type TooltipProps } from './tooltip.tsx'

interface TipButtonProps extends IconButtonProps {
  keys?: string
  placement?: TooltipProps['placement']
}

/** Icon button with a tooltip on hover and focus. */
export function TipButton({ tip, keys, placement, ...button }: TipButtonProps) {
  return (
    <Tooltip text={tip ?? button.label} keys={keys} placement={placement}>
      <IconButton {...button} tip="" />
    </Tooltip>
  )
}
