declare <8 x double> @llvm.fabs.v8f64(<8 x double>)
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
declare <8 x float> @llvm.copysign.v8f32(<8 x float>, <8 x float>)
declare <8 x float> @llvm.fabs.v8f32(<8 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)

define i32 @program(ptr noalias %table) nounwind "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign,preserve-sign" {
entry:
  %slot_19 = alloca <8 x float>, align 64
  %v1 = getelementptr inbounds ptr, ptr %table, i64 0
  %v2 = load ptr, ptr %v1
  %v3 = getelementptr inbounds ptr, ptr %table, i64 1
  %v4 = load ptr, ptr %v3
  %v5 = load <8 x float>, ptr %v2, align 4
  %v6 = call <8 x float> @llvm.fabs.v8f32(<8 x float> %v5)
  %v7 = fcmp oge <8 x float> %v6, splat (float 0x4100000000000000)
  %v8 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v5, <8 x float> splat (float 0x3FD45F3060000000), <8 x float> splat (float 0x4168000000000000))
  %v9 = fsub <8 x float> %v8, splat (float 0x4168000000000000)
  %v10 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v9, <8 x float> splat (float 0xC00921FB40000000), <8 x float> %v5)
  %v11 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v9, <8 x float> splat (float 0xBE84442D00000000), <8 x float> %v10)
  %v12 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v9, <8 x float> splat (float 0xBD08469880000000), <8 x float> %v11)
  %v13 = bitcast <8 x float> %v12 to <8 x i32>
  %v14 = bitcast <8 x float> %v8 to <8 x i32>
  %v15 = shl <8 x i32> %v14, splat (i32 31)
  %v16 = xor <8 x i32> %v13, %v15
  %v17 = bitcast <8 x i32> %v16 to <8 x float>
  %v18 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v7)
  store <8 x float> %v17, ptr %slot_19
  br i1 %v18, label %then_20, label %end_20
then_20:
  %v21 = fpext <8 x float> %v5 to <8 x double>
  %v22 = call <8 x double> @llvm.fabs.v8f64(<8 x double> %v21)
  %v23 = fcmp olt <8 x double> %v22, splat (double 0x7FF0000000000000)
  %v24 = bitcast <8 x double> %v22 to <8 x i64>
  %v25 = and <8 x i64> %v24, splat (i64 4503599627370495)
  %v26 = or <8 x i64> %v25, splat (i64 4503599627370496)
  %v27 = ashr <8 x i64> %v24, splat (i64 52)
  %v28 = sub <8 x i64> %v27, splat (i64 1012)
  %v29 = ashr <8 x i64> %v28, splat (i64 6)
  %v30 = and <8 x i64> %v29, splat (i64 1)
  %v31 = icmp ne <8 x i64> %v30, splat (i64 0)
  %v32 = and <8 x i64> %v29, splat (i64 2)
  %v33 = icmp ne <8 x i64> %v32, splat (i64 0)
  %v34 = and <8 x i64> %v29, splat (i64 4)
  %v35 = icmp ne <8 x i64> %v34, splat (i64 0)
  %v36 = and <8 x i64> %v29, splat (i64 8)
  %v37 = icmp ne <8 x i64> %v36, splat (i64 0)
  %v38 = select <8 x i1> %v37, <8 x i64> splat (i64 -6367210593183599338), <8 x i64> splat (i64 9155525084211106719)
  %v39 = and <8 x i64> %v29, splat (i64 16)
  %v40 = icmp ne <8 x i64> %v39, splat (i64 0)
  %v41 = select <8 x i1> %v40, <8 x i64> splat (i64 3098925296816862677), <8 x i64> splat (i64 7904181063698728992)
  %v42 = select <8 x i1> %v37, <8 x i64> splat (i64 5639122210317440029), <8 x i64> %v41
  %v43 = select <8 x i1> %v35, <8 x i64> %v38, <8 x i64> %v42
  %v44 = select <8 x i1> %v37, <8 x i64> splat (i64 -605865242265307505), <8 x i64> splat (i64 -2624975034553800336)
  %v45 = select <8 x i1> %v40, <8 x i64> splat (i64 -7024598388609300107), <8 x i64> splat (i64 5871781006564002452)
  %v46 = select <8 x i1> %v37, <8 x i64> splat (i64 8416726409370648352), <8 x i64> %v45
  %v47 = select <8 x i1> %v35, <8 x i64> %v44, <8 x i64> %v46
  %v48 = select <8 x i1> %v33, <8 x i64> %v43, <8 x i64> %v47
  %v49 = select <8 x i1> %v37, <8 x i64> splat (i64 -5288563623321041701), <8 x i64> splat (i64 226472410124699918)
  %v50 = select <8 x i1> %v40, <8 x i64> splat (i64 3890458997777936004), <8 x i64> splat (i64 -138578146393166112)
  %v51 = select <8 x i1> %v37, <8 x i64> splat (i64 -7149205899709932294), <8 x i64> %v50
  %v52 = select <8 x i1> %v35, <8 x i64> %v49, <8 x i64> %v51
  %v53 = select <8 x i1> %v37, <8 x i64> splat (i64 -8071492869556089849), <8 x i64> splat (i64 -60603062567443792)
  %v54 = select <8 x i1> %v40, <8 x i64> splat (i64 -5002411339680646979), <8 x i64> splat (i64 0)
  %v55 = select <8 x i1> %v37, <8 x i64> splat (i64 8377006445469475394), <8 x i64> %v54
  %v56 = select <8 x i1> %v35, <8 x i64> %v53, <8 x i64> %v55
  %v57 = select <8 x i1> %v33, <8 x i64> %v52, <8 x i64> %v56
  %v58 = select <8 x i1> %v31, <8 x i64> %v48, <8 x i64> %v57
  %v59 = and <8 x i64> %v28, splat (i64 63)
  %v60 = shl <8 x i64> %v58, %v59
  %v61 = select <8 x i1> %v37, <8 x i64> splat (i64 -5002411339680646979), <8 x i64> splat (i64 8377006445469475394)
  %v62 = select <8 x i1> %v35, <8 x i64> %v61, <8 x i64> %v53
  %v63 = select <8 x i1> %v33, <8 x i64> %v62, <8 x i64> %v52
  %v64 = select <8 x i1> %v31, <8 x i64> %v63, <8 x i64> %v48
  %v65 = lshr <8 x i64> %v64, splat (i64 1)
  %v66 = sub <8 x i64> splat (i64 63), %v59
  %v67 = lshr <8 x i64> %v65, %v66
  %v68 = or <8 x i64> %v60, %v67
  %v69 = mul <8 x i64> %v26, %v68
  %v70 = shl <8 x i64> %v64, %v59
  %v71 = select <8 x i1> %v37, <8 x i64> splat (i64 -7024598388609300107), <8 x i64> splat (i64 8416726409370648352)
  %v72 = select <8 x i1> %v35, <8 x i64> %v71, <8 x i64> %v44
  %v73 = select <8 x i1> %v33, <8 x i64> %v72, <8 x i64> %v43
  %v74 = select <8 x i1> %v31, <8 x i64> %v73, <8 x i64> %v63
  %v75 = lshr <8 x i64> %v74, splat (i64 1)
  %v76 = lshr <8 x i64> %v75, %v66
  %v77 = or <8 x i64> %v70, %v76
  %v78 = zext <8 x i64> %v26 to <8 x i128>
  %v79 = zext <8 x i64> %v77 to <8 x i128>
  %v80 = mul <8 x i128> %v78, %v79
  %v81 = lshr <8 x i128> %v80, splat (i128 64)
  %v82 = trunc <8 x i128> %v81 to <8 x i64>
  %v83 = add <8 x i64> %v69, %v82
  %v84 = mul <8 x i64> %v26, %v77
  %v85 = shl <8 x i64> %v74, %v59
  %v86 = select <8 x i1> %v37, <8 x i64> splat (i64 3890458997777936004), <8 x i64> splat (i64 -7149205899709932294)
  %v87 = select <8 x i1> %v35, <8 x i64> %v86, <8 x i64> %v49
  %v88 = select <8 x i1> %v33, <8 x i64> %v87, <8 x i64> %v62
  %v89 = select <8 x i1> %v31, <8 x i64> %v88, <8 x i64> %v73
  %v90 = lshr <8 x i64> %v89, splat (i64 1)
  %v91 = lshr <8 x i64> %v90, %v66
  %v92 = or <8 x i64> %v85, %v91
  %v93 = zext <8 x i64> %v26 to <8 x i128>
  %v94 = zext <8 x i64> %v92 to <8 x i128>
  %v95 = mul <8 x i128> %v93, %v94
  %v96 = lshr <8 x i128> %v95, splat (i128 64)
  %v97 = trunc <8 x i128> %v96 to <8 x i64>
  %v98 = add <8 x i64> %v84, %v97
  %v99 = icmp ult <8 x i64> %v98, %v84
  %v100 = zext <8 x i1> %v99 to <8 x i64>
  %v101 = add <8 x i64> %v83, %v100
  %v102 = shl <8 x i64> %v101, splat (i64 1)
  %v103 = lshr <8 x i64> %v98, splat (i64 63)
  %v104 = or <8 x i64> %v102, %v103
  %v105 = ashr <8 x i64> %v104, splat (i64 32)
  %v106 = sitofp <8 x i64> %v105 to <8 x double>
  %v107 = fmul <8 x double> %v106, splat (double 0x3DF0000000000000)
  %v108 = and <8 x i64> %v104, splat (i64 4294967295)
  %v109 = sitofp <8 x i64> %v108 to <8 x double>
  %v110 = fmul <8 x double> %v109, splat (double 0x3BF0000000000000)
  %v111 = fadd <8 x double> %v107, %v110
  %v112 = fsub <8 x double> %v111, %v107
  %v113 = fsub <8 x double> %v110, %v112
  %v114 = shl <8 x i64> %v98, splat (i64 1)
  %v115 = mul <8 x i64> %v26, %v92
  %v116 = lshr <8 x i64> %v115, splat (i64 63)
  %v117 = or <8 x i64> %v114, %v116
  %v118 = lshr <8 x i64> %v117, splat (i64 32)
  %v119 = sitofp <8 x i64> %v118 to <8 x double>
  %v120 = fmul <8 x double> %v119, splat (double 0x39F0000000000000)
  %v121 = and <8 x i64> %v117, splat (i64 4294967295)
  %v122 = sitofp <8 x i64> %v121 to <8 x double>
  %v123 = fmul <8 x double> %v122, splat (double 0x37F0000000000000)
  %v124 = shl <8 x i64> %v115, splat (i64 1)
  %v125 = lshr <8 x i64> %v124, splat (i64 32)
  %v126 = sitofp <8 x i64> %v125 to <8 x double>
  %v127 = fmul <8 x double> %v126, splat (double 0x35F0000000000000)
  %v128 = fadd <8 x double> %v123, %v127
  %v129 = fadd <8 x double> %v120, %v128
  %v130 = fadd <8 x double> %v113, %v129
  %v131 = fadd <8 x double> %v111, %v130
  %v132 = fsub <8 x double> %v131, %v111
  %v133 = fsub <8 x double> %v130, %v132
  %v134 = fmul <8 x double> %v133, splat (double 0x400921FB54442D18)
  %v135 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v131, <8 x double> splat (double 0x3CA1A62633145C07), <8 x double> %v134)
  %v136 = call <8 x double> @llvm.fma.v8f64(<8 x double> %v131, <8 x double> splat (double 0x400921FB54442D18), <8 x double> %v135)
  %v137 = fmul <8 x double> %v136, splat (double 0x3FF0000000000000)
  %v138 = select <8 x i1> %v23, <8 x double> %v137, <8 x double> splat (double 0x7FF8000000000000)
  %v139 = fptrunc <8 x double> %v138 to <8 x float>
  %v140 = bitcast <8 x float> %v139 to <8 x i32>
  %v141 = lshr <8 x i64> %v101, splat (i64 63)
  %v142 = lshr <8 x i64> %v104, splat (i64 63)
  %v143 = add <8 x i64> %v141, %v142
  %v144 = trunc <8 x i64> %v143 to <8 x i32>
  %v145 = shl <8 x i32> %v144, splat (i32 31)
  %v146 = xor <8 x i32> %v140, %v145
  %v147 = bitcast <8 x i32> %v146 to <8 x float>
  %v148 = call <8 x float> @llvm.copysign.v8f32(<8 x float> splat (float 0x3FF0000000000000), <8 x float> %v5)
  %v149 = fmul <8 x float> %v147, %v148
  %v150 = select <8 x i1> %v7, <8 x float> %v149, <8 x float> %v17
  store <8 x float> %v150, ptr %slot_19
  br label %end_20
end_20:
  %v151 = load <8 x float>, ptr %slot_19
  %v152 = fmul <8 x float> %v151, %v151
  %v153 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v152, <8 x float> splat (float 0x3EC5DBE080000000), <8 x float> splat (float 0xBF29F70560000000))
  %v154 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v152, <8 x float> %v153, <8 x float> splat (float 0x3F8110ED80000000))
  %v155 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v152, <8 x float> %v154, <8 x float> splat (float 0xBFC55554C0000000))
  %v156 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v152, <8 x float> %v155, <8 x float> splat (float 0x0000000000000000))
  %v157 = call <8 x float> @llvm.fma.v8f32(<8 x float> %v156, <8 x float> %v151, <8 x float> %v151)
  %v158 = fcmp olt <8 x float> %v157, splat (float 0xBFF0000000000000)
  %v159 = select <8 x i1> %v158, <8 x float> splat (float 0xBFF0000000000000), <8 x float> %v157
  %v160 = fcmp ogt <8 x float> %v159, splat (float 0x3FF0000000000000)
  %v161 = select <8 x i1> %v160, <8 x float> splat (float 0x3FF0000000000000), <8 x float> %v159
  store <8 x float> %v161, ptr %v4, align 4
  ret i32 0
failure:
  ret i32 1
}
