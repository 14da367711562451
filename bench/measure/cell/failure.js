/** Why a cell failed, in a sentence for the report. The run continues with the next cell. */
export class CellFailure extends Error {}
