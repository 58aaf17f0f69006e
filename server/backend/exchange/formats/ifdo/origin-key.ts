/** Label field that iFDO does not define. It records how a person arrived at the label from a suggestion. */
export const originKey = 'isobath-origin'
