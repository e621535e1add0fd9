// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// What wallets ask a rollup of the OP stack about the fees beside the gas (https://specs.optimism.io/protocol/fjord/predeploys.html,
/// https://specs.optimism.io/protocol/isthmus/predeploys.html). It has no constructor: the sandbox places its code and its storage.
contract GasPriceOracle {
    /// 16 x base fee scalar x base fee + blob base fee scalar x blob base fee, of the chain below.
    uint256 private feeScaled;
    uint256 private operatorFeeScalar;
    uint256 private operatorFeeConstant;

    bool public constant isJovian = false;

    /// The most for the data of a transaction of so many bytes, unsigned: data that no compression makes smaller.
    function getL1FeeUpperBound(uint256 unsignedSize) external view returns (uint256) {
        uint256 signedSize = unsignedSize + 68;
        uint256 compressed = signedSize + signedSize / 255 + 16;
        uint256 linear = compressed * 836_500;
        uint256 estimate = linear > 142_585_600 ? linear - 42_585_600 : 100_000_000;
        return (estimate * feeScaled) / 1e12;
    }

    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        return (gasUsed * operatorFeeScalar) / 1e6 + operatorFeeConstant;
    }
}
